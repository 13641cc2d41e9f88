"""
Commands that move memory.
"""
