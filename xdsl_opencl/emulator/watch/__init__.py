"""Observers of a launch: the checker and the profile."""
