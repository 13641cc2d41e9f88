"""
The syntax of LLVM IR, described once: the reader and the printer both go by these tables.

* `words`: keywords that stand before or after operands, and attributes they mean;
* `instructions`: a row for each instruction;
* `intrinsics`: a row for each intrinsic that has an operation;
* `attributes`: the words of parameters, functions and calls.

Adding an instruction is a row here, and an operation if the dialect has none.
Source of every spelling: LLVM Language Reference Manual, https://llvm.org/docs/LangRef.html;
names and numbers of attributes are those of MLIR's LLVM dialect.
"""
