// --- DIAMOND

  llvm.cond_br %c, ^left, ^right
^left:
  llvm.br ^join(%one : i32)
^right:
  llvm.br ^join(%two : i32)
^join(%chosen: i32):
  %after = llvm.add %one, %two : i32
  opencl.return
// --- LOOP

  llvm.br ^head(%one : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %limit : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %next = llvm.add %i, %two : i32
  llvm.br ^head(%next : i32)
^exit:
  opencl.return
// --- USED_LOOP

  llvm.br ^head(%one : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %limit : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %next = llvm.add %i, %two : i32
  llvm.br ^head(%next : i32)
^exit:
  %late = llvm.udiv %i, %two : i32
  opencl.return
// --- NESTED

  llvm.br ^outer(%one : i32)
^outer(%i: i32):
  llvm.cond_br %c, ^inner(%one : i32), ^exit
^inner(%j: i32):
  %k = llvm.add %j, %i : i32
  %again = llvm.icmp "slt" %k, %limit : i32
  llvm.cond_br %again, ^inner(%k : i32), ^latch
^latch:
  %next = llvm.add %i, %one : i32
  llvm.br ^outer(%next : i32)
^exit:
  opencl.return
// --- SWITCH

  llvm.switch %limit : i32, ^other(%two : i32) [
    0: ^join(%one : i32),
    1: ^join(%two : i32)
  ]
^other(%d: i32):
  llvm.br ^join(%d : i32)
^join(%chosen: i32):
  opencl.return
// --- ONE_SUCCESSOR

  llvm.cond_br %c, ^join(%one : i32), ^join(%two : i32)
^join(%chosen: i32):
  opencl.return
// --- RETURNS

  llvm.cond_br %c, ^leave, ^stay(%one : i32)
^leave:
  opencl.return
^stay(%chosen: i32):
  %late = llvm.udiv %one, %two : i32
  opencl.return
