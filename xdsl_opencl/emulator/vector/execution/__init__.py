"""
The executor of vector instructions, for every family: its rows, sources and modifiers.
"""
