"""
The meaning of vector instructions as pure functions on arrays.

Nothing here knows of waves, registers or encodings: a function takes and returns typed
arrays of one shape (or shapes that broadcast), one element for each lane.
"""
