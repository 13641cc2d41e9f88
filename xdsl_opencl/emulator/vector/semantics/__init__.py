"""
The meaning of vector instructions as pure functions on arrays.

The functions do not depend on waves, registers or encodings: they take and return typed arrays of
one shape (or shapes that broadcast), one element for each lane.
"""
