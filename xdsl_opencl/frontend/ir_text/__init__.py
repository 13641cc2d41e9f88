"""Textual LLVM IR of any age made ready for the reader; and the parser of MLIR."""
