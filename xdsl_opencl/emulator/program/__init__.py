"""Code objects as programs: their bytes, instructions and the steps of these."""
