// RUN: xdsl-opt %s -p canonicalize | filecheck %s

// What a function of one unknown value is, whatever that is, and vectors of constants.

// CHECK-LABEL: func.func @neutral
// CHECK-SAME: %[[I:.*]]: i32, %[[V:.*]]: vector<2xi8>, %[[F:.*]]: f32
func.func @neutral(%i: i32, %v: vector<2xi8>, %f: f32) {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %low = arith.constant -2147483648 : i32
  %high = arith.constant 2147483647 : i32
  %turn = arith.constant 64 : i32
  %low8 = arith.constant -128 : i8
  %max = opencl.builtin "s_max"(%i, %low) : (i32, i32) -> i32
  %min = opencl.builtin "s_min"(%high, %i) : (i32, i32) -> i32
  %umax = opencl.builtin "u_max"(%i, %zero) : (i32, i32) -> i32
  %umin = opencl.builtin "u_min"(%i, %ones) : (i32, i32) -> i32
  %clamp = opencl.builtin "s_clamp"(%i, %low, %high) : (i32, i32, i32) -> i32
  %sum = opencl.builtin "s_add_sat"(%i, %zero) : (i32, i32) -> i32
  %difference = opencl.builtin "u_sub_sat"(%i, %zero) : (i32, i32) -> i32
  %rotated = opencl.builtin "rotate"(%i, %turn) : (i32, i32) -> i32
  %first = opencl.builtin "bitselect"(%i, %high, %zero) : (i32, i32, i32) -> i32
  %second = opencl.builtin "bitselect"(%high, %i, %ones) : (i32, i32, i32) -> i32
  %absolute = opencl.builtin "u_abs"(%i) : (i32) -> i32
  %vector = opencl.builtin "s_max"(%v, %low8) : (vector<2xi8>, i8) -> vector<2xi8>
  %once = opencl.builtin "floor"(%f) : (f32) -> f32
  %twice = opencl.builtin "floor"(%once) : (f32) -> f32
  %sign = opencl.builtin "copysign"(%f, %f) : (f32, f32) -> f32
  // CHECK: %[[FLOOR:.*]] = opencl.builtin "floor"(%[[F]])
  // CHECK-NOT: opencl.builtin
  // CHECK: "test.op"(%[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[I]], %[[V]], %[[FLOOR]], %[[F]])
  "test.op"(%max, %min, %umax, %umin, %clamp, %sum, %difference, %rotated, %first, %second, %absolute, %vector, %twice, %sign) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, vector<2xi8>, f32, f32) -> ()
  func.return
}

// The largest number whatever the other, and what is not neutral.
// CHECK-LABEL: func.func @others
// CHECK-SAME: %[[I:.*]]: i32
func.func @others(%i: i32) {
  %zero = arith.constant 0 : i32
  // CHECK-DAG: %[[HIGH:.*]] = arith.constant 2147483647 : i32
  %high = arith.constant 2147483647 : i32
  %max = opencl.builtin "s_max"(%i, %high) : (i32, i32) -> i32
  // CHECK-DAG: %[[MAX:.*]] = opencl.builtin "s_max"(%[[I]], %{{.*}})
  %stays = opencl.builtin "s_max"(%i, %zero) : (i32, i32) -> i32
  // CHECK-DAG: %[[SUB:.*]] = opencl.builtin "s_sub_sat"(%{{.*}}, %[[I]])
  %sub = opencl.builtin "s_sub_sat"(%zero, %i) : (i32, i32) -> i32
  // CHECK: "test.op"(%[[HIGH]], %[[MAX]], %[[SUB]])
  "test.op"(%max, %stays, %sub) : (i32, i32, i32) -> ()
  func.return
}

llvm.mlir.global external constant @table(dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>) {addr_space = 2 : i32} : !llvm.array<8 x f32>
llvm.mlir.global external @variable(dense<[1.0, 2.0]> : tensor<2xf32>) {addr_space = 1 : i32} : !llvm.array<2 x f32>
"memref.global"() <{sym_name = "same", sym_visibility = "private", type = memref<4xi16, #opencl.address_space<constant>>, initial_value = dense<-2> : tensor<4xi16>, constant}> : () -> ()

// CHECK-LABEL: func.func @vectors
func.func @vectors() {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %table = llvm.mlir.addressof @table : !llvm.ptr<2>
  %variable = llvm.mlir.addressof @variable : !llvm.ptr<1>
  %same = memref.get_global @same : memref<4xi16, #opencl.address_space<constant>>
  %a = opencl.vload %table[%one] : !llvm.ptr<2>, i64 -> vector<4xf32>
  %b = opencl.vload %same[%zero] : memref<4xi16, #opencl.address_space<constant>>, i64 -> vector<2xi16>
  // Beyond the end, of another type, not constant.
  %c = opencl.vload %table[%two] : !llvm.ptr<2>, i64 -> vector<4xf32>
  %d = opencl.vload %table[%zero] : !llvm.ptr<2>, i64 -> vector<2xi32>
  %e = opencl.vload %variable[%zero] : !llvm.ptr<1>, i64 -> vector<2xf32>
  // CHECK-DAG: %[[A:.*]] = arith.constant dense<[5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]> : vector<4xf32>
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<-2> : vector<2xi16>
  // CHECK-DAG: %[[C:.*]] = opencl.vload %{{.*}} -> vector<4xf32>
  // CHECK-DAG: %[[D:.*]] = opencl.vload %{{.*}} -> vector<2xi32>
  // CHECK-DAG: %[[E:.*]] = opencl.vload %{{.*}} -> vector<2xf32>
  // CHECK: "test.op"(%[[A]], %[[B]], %[[C]], %[[D]], %[[E]])
  "test.op"(%a, %b, %c, %d, %e) : (vector<4xf32>, vector<2xi16>, vector<4xf32>, vector<2xi32>, vector<2xf32>) -> ()
  func.return
}
