"""
Launches: the state in which waves start, their scheduler, and what a runtime gives a kernel.
"""
