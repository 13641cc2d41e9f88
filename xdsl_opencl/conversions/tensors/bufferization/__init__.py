"""The parts of `bufferize-destinations`: where tensors live, and what that makes of operations."""
