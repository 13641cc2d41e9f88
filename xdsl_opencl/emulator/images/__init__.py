"""
Images as the machine code sees them: descriptors, formats, samplers, instructions.
"""
