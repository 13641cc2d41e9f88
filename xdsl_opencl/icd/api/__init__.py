"""The way from a loader's call to a function of ours, and an answer's way back."""
