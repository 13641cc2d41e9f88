"""Prepares textual LLVM IR of any age for the reader; also has the parser of MLIR."""
