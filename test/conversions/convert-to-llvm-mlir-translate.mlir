// The converted code is what upstream makes of the same text, as LLVM IR.
// REQUIRES: mlir-opt-19, mlir-translate-19, llvm-diff
// RUN: xdsl-opt %s -p convert-cf-to-llvm,convert-math-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts | %mlir-translate-19 --mlir-to-llvmir > %t.ours.ll
// RUN: %mlir-opt-19 %s --convert-cf-to-llvm --convert-math-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | %mlir-translate-19 --mlir-to-llvmir > %t.upstream.ll
// RUN: %llvm-diff %t.ours.ll %t.upstream.ll

func.func @integers(%a: i32, %b: i32, %n: index) -> (i32, i64, index) {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.subi %b, %0 overflow<nuw> : i32
  %2 = arith.muli %1, %0 overflow<nsw, nuw> : i32
  %3 = arith.divsi %2, %b : i32
  %4 = arith.remui %3, %a : i32
  %5 = arith.xori %4, %a : i32
  %6 = arith.shrsi %5, %a : i32
  %7 = arith.maxui %6, %b : i32
  %8 = arith.extsi %7 : i32 to i64
  %c7 = arith.constant 7 : i64
  %9 = arith.andi %8, %c7 : i64
  %10 = arith.trunci %9 : i64 to i16
  %11 = arith.extui %10 : i16 to i64
  %12 = arith.cmpi sle, %7, %6 : i32
  %13 = arith.select %12, %11, %9 : i64
  %14 = arith.index_cast %7 : i32 to index
  %15 = arith.muli %14, %n : index
  %16, %17 = arith.addui_extended %7, %6 : i32, i1
  %18 = arith.select %17, %16, %7 : i32
  func.return %18, %13, %15 : i32, i64, index
}

func.func @floats(%x: f32, %v: vector<4xf32>, %i: i32) -> (f32, vector<4xf32>, f64) {
  %0 = arith.addf %x, %x fastmath<nnan, contract> : f32
  %1 = arith.negf %0 : f32
  %2 = arith.maximumf %1, %x : f32
  %3 = arith.minnumf %2, %x fastmath<fast> : f32
  %4 = arith.cmpf ult, %3, %x : f32
  %5 = arith.select %4, %3, %x : f32
  %6 = arith.mulf %v, %v : vector<4xf32>
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %7 = arith.divf %6, %c : vector<4xf32>
  %8 = math.sqrt %7 : vector<4xf32>
  %9 = math.fma %8, %7, %c : vector<4xf32>
  %10 = math.exp %5 fastmath<afn> : f32
  %11 = math.fpowi %10, %i : f32, i32
  %12 = math.copysign %11, %x : f32
  %15 = math.rsqrt %12 : f32
  %16 = math.ctlz %i : i32
  %17 = arith.sitofp %16 : i32 to f64
  func.return %15, %9, %17 : f32, vector<4xf32>, f64
}

func.func @control(%c: i1, %x: i32, %n: index) -> i32 {
  cf.cond_br %c, ^a(%n : index), ^b(%x : i32)
^a(%i: index):
  %0 = arith.index_cast %i : index to i32
  cf.switch %0 : i32, [
    default: ^b(%0 : i32),
    -3: ^c,
    12: ^b(%x : i32)
  ]
^b(%y: i32):
  %1, %2 = func.call @pair(%y) : (i32) -> (i32, i32)
  %3 = arith.addi %1, %2 : i32
  cf.br ^d(%3 : i32)
^c:
  cf.br ^d(%x : i32)
^d(%z: i32):
  func.return %z : i32
}

func.func private @pair(i32) -> (i32, i32)
