"""The functions that `opencl.builtin` names: their table, types and simplifications."""
