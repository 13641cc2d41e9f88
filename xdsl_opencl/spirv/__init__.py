"""SPIR-V: modules as words and as text, and what they mean at the opencl level."""
