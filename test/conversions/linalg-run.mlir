// Random programs of linalg, beside an interpreter in Python: of each row of passes to loops, eight.
// RUN: %python %root/test/random_programs/linalg.py --count 32 --seed 1
