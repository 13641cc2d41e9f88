"""Scalar instructions, one family each."""
