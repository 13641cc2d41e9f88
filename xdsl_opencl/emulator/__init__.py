"""
AMD GPUs in NumPy: machine code runs without a GPU.

A code object is disassembled once. Each instruction becomes a function on the registers of all
waves that have reached it. `launch/` sets the initial registers as the hardware does. Modules
with instructions have tables from mnemonic to such functions; `instruction_tables` collects them.
"""
