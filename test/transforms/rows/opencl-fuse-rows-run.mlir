// Random programs of linalg with this pass, beside an interpreter in Python.
// RUN: %python %root/test/random_programs/linalg.py --count 8 --seed 6
// RUN: %python %root/test/random_programs/linalg.py --count 8 --seed 14
// RUN: %python %root/test/random_programs/linalg.py --count 8 --seed 22
