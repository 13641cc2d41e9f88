"""
Code objects as programs: their bytes, their instructions, and the steps of the instructions.
"""
