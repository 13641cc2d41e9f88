// --- BRANCHES
  cf.br ^head(%x, %z : i64, i64)
^head(%v: i64, %k: i64):
  %more = arith.cmpi sgt, %v, %one : i64
  cf.cond_br %more, ^body, ^end(%k : i64)
^body:
  %v1 = arith.shrsi %v, %one : i64
  %k1 = arith.addi %k, %one : i64
  cf.br ^head(%v1, %k1 : i64, i64)
^end(%r: i64):

// --- SWITCH
  cf.switch %x : i64, [
    default: ^end(%x : i64),
    7: ^end(%z : i64),
    -3: ^end(%one : i64),
    4294967296: ^end(%n64 : i64)
  ]
^end(%r: i64):

// --- ASSERT_HOLDS
  %limit = arith.constant 1000 : i64
  %small = arith.cmpi slt, %x, %limit : i64
  cf.assert %small, "too large"
  %r = arith.addi %x, %one : i64
