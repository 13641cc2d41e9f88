"""Memory as the machine code sees it: the address space, LDS, scratch, atomics."""
