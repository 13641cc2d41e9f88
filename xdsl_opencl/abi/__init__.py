"""
ABI facts: argument types, layouts, hidden arguments, image descriptors. No IR.
"""
