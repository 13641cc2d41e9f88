"""The CPU device: kernels as machine code of this computer, which threads run."""
