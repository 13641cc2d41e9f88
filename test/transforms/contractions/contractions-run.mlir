// Random programs of linalg with products as kernels, beside an interpreter in Python.
// RUN: %python %root/test/random_programs/linalg.py --count 16 --seed 0
// RUN: %python %root/test/random_programs/linalg.py --count 8 --seed 7
// RUN: %python %root/test/random_programs/linalg.py --count 8 --seed 15 --forms gfx942
