// The kernel of attention on the emulator, beside NumPy.
// RUN: %python %root/test/unit/test_attention.py gfx942
// RUN: %python %root/test/unit/test_attention.py gfx1100
// RUN: %python %root/test/unit/test_attention.py gfx1200
