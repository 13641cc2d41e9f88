"""
Names of the attributes with LLVM IR's facts about modules and functions as a whole.
"""

from __future__ import annotations

TRIPLE_ATTRIBUTE = "llvm.target_triple"
DATA_LAYOUT_ATTRIBUTE = "llvm.data_layout"

METADATA_ATTRIBUTE = "llvm.metadata"
"""
Attribute of functions: a dictionary, kind to node. A node is an array; a string in it is a
string, a number a typed attribute, a function its symbol, another value its type, and null
a unit.
"""
NAMED_METADATA_ATTRIBUTE = "llvm.named_metadata"
"""Attribute of modules: a dictionary, name to the array of nodes; without debug information."""
NAMES_ATTRIBUTE = "llvm.argument_names"
"""Attribute of functions: an array of strings, where xDSL's hints cannot hold a name."""

MODULE_FLAGS = "llvm.module.flags"
DEBUG_FLAGS = frozenset(("Debug Info Version", "Dwarf Version"))
"""Flags of modules with debug information, which locations stand for."""

TBAA = "tbaa"
"""The kind of metadata that gives an access a type; accesses of other types do not alias it."""
TBAA_ROOT = "Simple C/C++ TBAA"
TBAA_CHAR = "omnipotent char"
"""Clang's root of the types of C, and the type below it, which contains all others."""
