"""
AMD GPUs in NumPy: machine code runs without a GPU.

A code object is disassembled once; each instruction becomes a function on the registers of
all waves that stand at it. `launch/` sets the registers as the hardware does. Instructions
are tables from mnemonic to such functions: `instruction_tables` collects them.
"""
