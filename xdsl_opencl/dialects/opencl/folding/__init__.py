"""Folding: constants, and the evaluation of operations on them."""
