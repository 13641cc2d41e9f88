"""
The instruction sets of AMD GPUs: the tables of encodings, and the decoder of machine code.

The text of an instruction is that of LLVM's disassembler, letter for letter.
"""
