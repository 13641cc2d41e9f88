"""Calls from a loader to the driver's functions, and the answers."""
