"""
Vector instructions: VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD, with DPP and SDWA.

Each module with a table `INSTRUCTIONS` implements one family. A row
(`execution/instruction_rows`) has the function of an instruction on typed sources;
`execution/execute` adds modifiers, rounding mode and lane masks; `semantics` has the functions on
arrays.
"""
