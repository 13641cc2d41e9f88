"""
Launches: the initial state of waves, the scheduler, and the data that a runtime passes to a
kernel.
"""
