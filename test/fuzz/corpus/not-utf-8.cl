kernel void k(global int *a) { *a = 1; } // ÿ
þ