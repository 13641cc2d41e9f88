// What xDSL's class refuses in its own form, it refuses with its own words.
// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

%a = "test.op"() : () -> vector<4xi32>
// CHECK: Unknown comparison mnemonic: lt
%0 = arith.cmpi lt, %a, %a : vector<4xi32>

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: Expected attribute i1 but got vector<2xi1>
%0 = "arith.cmpi"(%a, %a) <{predicate = 1 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<2xi1>

// -----

%a = "test.op"() : () -> vector<4xf32>
// CHECK: Expected attribute i1 but got vector<4xi1>
%0 = "arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>

// -----

%c, %a = "test.op"() : () -> (vector<2xi1>, vector<4xf32>)
// CHECK: 'arith.select' has condition vector<2xi1> for values of type vector<4xf32>; use i1, or i1 in their shape
%0 = arith.select %c, %a, %a : vector<2xi1>, vector<4xf32>

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: 'arith.extsi' cannot change the shape of vector<4xi32> to vector<2xi64>; use 'vector.shape_cast' or 'vector.broadcast'
%0 = arith.extsi %a : vector<4xi32> to vector<2xi64>

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: 'arith.extui' cannot convert vector<4xi32> to vector<4xi16>
%0 = arith.extui %a : vector<4xi32> to vector<4xi16>

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: 'arith.trunci' cannot convert vector<4xi32> to vector<4xi32>
%0 = arith.trunci %a : vector<4xi32> to vector<4xi32>

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: 'arith.index_cast' cannot convert vector<4xi32> to vector<4xi64>
%0 = arith.index_cast %a : vector<4xi32> to vector<4xi64>

// -----

%a = "test.op"() : () -> i32
// CHECK: 'arith.index_castui' cannot convert i32 to i64; convert between index and an integer of the same shape
%0 = arith.index_castui %a : i32 to i64

// -----

%a = "test.op"() : () -> f64
// CHECK: property 'roundingmode' is not defined by the operation 'arith.truncf'
%0 = "arith.truncf"(%a) <{roundingmode = 9 : i32}> : (f64) -> f32

// -----

%a = "test.op"() : () -> vector<4xi32>
// CHECK: Unexpected attribute i32
%0 = arith.fptosi %a : vector<4xi32> to vector<4xi32>
