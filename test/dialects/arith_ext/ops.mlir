// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s -p canonicalize | filecheck %s --check-prefix=CANONICAL

// CHECK-LABEL: @forms
func.func @forms(%b: vector<4xf32>, %c: vector<4xi32>, %m: vector<4xi1>, %h: vector<4xf16>, %d: f64, %i: i32, %t: tensor<2x?xi8>) {
  // CHECK: arith.cmpi slt, %c, %c {foo = 1 : i32} : vector<4xi32>
  %0 = arith.cmpi slt, %c, %c {foo = 1 : i32} : vector<4xi32>
  // CHECK: arith.cmpf olt, %b, %b fastmath<nnan> : vector<4xf32>
  %1 = arith.cmpf olt, %b, %b fastmath<nnan> : vector<4xf32>
  // CHECK: arith.cmpf une, %b, %b : vector<4xf32>
  %2 = arith.cmpf une, %b, %b : vector<4xf32>
  // CHECK: arith.select %m, %b, %b : vector<4xi1>, vector<4xf32>
  %3 = arith.select %m, %b, %b : vector<4xi1>, vector<4xf32>
  // CHECK: arith.extsi %c : vector<4xi32> to vector<4xi64>
  %4 = arith.extsi %c : vector<4xi32> to vector<4xi64>
  // CHECK: arith.extui %t : tensor<2x?xi8> to tensor<2x?xi16>
  %5 = arith.extui %t : tensor<2x?xi8> to tensor<2x?xi16>
  // CHECK: arith.trunci %c overflow<nsw,nuw> : vector<4xi32> to vector<4xi8>
  %6 = arith.trunci %c overflow<nsw, nuw> : vector<4xi32> to vector<4xi8>
  // CHECK: arith.trunci %i overflow<nsw> : i32 to i8
  %7 = arith.trunci %i overflow<nsw> : i32 to i8
  // CHECK: arith.truncf %d to_nearest_even : f64 to f32
  %8 = arith.truncf %d to_nearest_even : f64 to f32
  // CHECK: arith.truncf %d downward fastmath<fast> : f64 to f32
  %9 = arith.truncf %d downward fastmath<fast> : f64 to f32
  // CHECK: arith.extf %h fastmath<nnan> : vector<4xf16> to vector<4xf32>
  %10 = arith.extf %h fastmath<nnan> : vector<4xf16> to vector<4xf32>
  // CHECK: arith.fptosi %b : vector<4xf32> to vector<4xi32>
  %11 = arith.fptosi %b : vector<4xf32> to vector<4xi32>
  // CHECK: arith.fptoui %b {bar} : vector<4xf32> to vector<4xi32>
  %12 = arith.fptoui %b {bar} : vector<4xf32> to vector<4xi32>
  // CHECK: arith.sitofp %c : vector<4xi32> to vector<4xf32>
  %13 = arith.sitofp %c : vector<4xi32> to vector<4xf32>
  // CHECK: arith.uitofp %c : vector<4xi32> to vector<4xf32>
  %14 = arith.uitofp %c : vector<4xi32> to vector<4xf32>
  // CHECK: arith.index_cast %c : vector<4xi32> to vector<4xindex>
  %15 = arith.index_cast %c : vector<4xi32> to vector<4xindex>
  // CHECK: arith.index_castui %i : i32 to index
  %16 = arith.index_castui %i : i32 to index
  // What xDSL lacks is printed as xDSL prints what it does not know.
  // CHECK: "arith.remf"(%b, %b) <{fastmath = #arith.fastmath<nnan>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %17 = arith.remf %b, %b fastmath<nnan> : vector<4xf32>
  func.return
}

// Equal operands of a comparison become a constant in xDSL, one of type i1.
// CANONICAL-LABEL: @equal
func.func @equal(%c: vector<4xi32>, %i: i32) -> (vector<4xi1>, i1) {
  // CANONICAL: arith.cmpi eq, %c, %c : vector<4xi32>
  %0 = arith.cmpi eq, %c, %c : vector<4xi32>
  // CANONICAL: arith.constant true
  %1 = arith.cmpi eq, %i, %i : i32
  func.return %0, %1 : vector<4xi1>, i1
}

// An operation that was read in one form and made anew in another uses its operands once.
// CANONICAL-LABEL: @dead
// CANONICAL-NEXT: func.return
func.func @dead(%x: f64) {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.truncf %0 downward fastmath<fast> : f64 to f32
  func.return
}
