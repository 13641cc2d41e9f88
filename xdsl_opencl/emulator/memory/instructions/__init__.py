"""Memory instructions, one family each."""
