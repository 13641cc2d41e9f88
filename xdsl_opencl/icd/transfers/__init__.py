"""Commands that move memory."""
