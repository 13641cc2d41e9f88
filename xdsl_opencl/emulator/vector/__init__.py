"""
Vector instructions: VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD, with DPP and SDWA.

Modules with a table `INSTRUCTIONS` list the instructions by what they do, one family each.
`execution/instruction_rows` says what an instruction computes from typed sources,
`execution/execute` puts modifiers, rounding mode and lane masks around a row, and
`semantics` has the functions on arrays.
"""
