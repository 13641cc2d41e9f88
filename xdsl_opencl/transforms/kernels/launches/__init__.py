"""Launches by functions of the host."""
