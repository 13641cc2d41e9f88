"""Rules that verifiers of several operations share."""
