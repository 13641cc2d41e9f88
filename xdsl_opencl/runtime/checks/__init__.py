"""Checks of launches: the checker's reports, and a second execution to compare with."""
