// RUN: xdsl-opt -t opencl-llvm-ir --verify-diagnostics --split-input-file %s | filecheck %s
// RUN: xdsl-opt -t 'opencl-llvm-ir{kernel-metadata=nowhere}' --verify-diagnostics --split-input-file %s | filecheck %s --check-prefix=OPTION

// OPTION: error: kernel-metadata must be function, named or both, not 'nowhere'

// CHECK: kernel.cl:3:4, in @arith: error: 'arith.addi' is not of the llvm dialect; convert 'arith' to llvm first ('opencl-to-llvm' does so for the dialects it supports)
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
llvm.func @arith(%a: i32) {
  %0 = arith.addi %a, %a : i32 loc("kernel.cl":3:4)
  llvm.return
}

// -----

// CHECK: in @cast: error: unresolved conversion from i64 to index: one of the two sides was not converted; run the missing conversion and 'reconcile-unrealized-casts'
llvm.func @cast(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  llvm.return
}

// -----

// CHECK: error: the module is at the opencl level; run 'opencl-to-llvm' first
builtin.module attributes {opencl.target = 1 : i32} {
}

// -----

// CHECK: in @k: error: 'opencl.kernel' is at the opencl level; run 'opencl-to-llvm' first
opencl.kernel @k() {
  opencl.return
}

// -----

// CHECK: error: 'func.func' is not of the llvm dialect; convert 'func' to llvm first
func.func @f() {
  func.return
}

// -----

// CHECK: in @parameter: error: unknown parameter attribute 'llvm.frobnicate' = unit
llvm.func @parameter(%a: i32 {llvm.frobnicate}) {
  llvm.return
}

// -----

// CHECK: in @value: error: unknown parameter attribute 'llvm.align' = unit
llvm.func @value(%a: !llvm.ptr {llvm.align}) {
  llvm.return
}

// -----

// CHECK: in @level: error: unknown parameter attribute 'opencl.type_name'; it belongs to the opencl level, run 'opencl-to-llvm' first
llvm.func @level(%a: !llvm.ptr {opencl.type_name = "int*"}) {
  llvm.return
}

// -----

// CHECK: in @function: error: attribute 'frobnicate' = unit of a function has no equivalent in LLVM IR; remove it
llvm.func @function() attributes {frobnicate} {
  llvm.return
}

// -----

// CHECK: in @lists: error: 'opencl.kernel_arg_type' has 2 entries for 1 parameters
llvm.func @lists(%a: i32) attributes {opencl.kernel_arg_type = ["int", "int"]} {
  llvm.return
}

// -----

// CHECK: in @discardable: error: attribute 'frobnicate' of 'llvm.add' has no equivalent in LLVM IR; remove it
llvm.func @discardable(%a: i32) {
  %0 = llvm.add %a, %a {frobnicate} : i32
  llvm.return
}

// -----

// CHECK: in @callee: error: the call uses calling convention 'ccc', @spir has 'spir_func'
llvm.func spir_funccc @spir()
llvm.func @callee() {
  llvm.call @spir() : () -> ()
  llvm.return
}

// -----

// CHECK: in @argument: error: argument #0 has type i32, @takes takes i64
llvm.func @takes(i64)
llvm.func @argument(%a: i32) {
  llvm.call @takes(%a) : (i32) -> ()
  llvm.return
}

// -----

// CHECK: in @count: error: the call has 0 arguments, @takes takes 1
llvm.func @takes(i64)
llvm.func @count() {
  llvm.call @takes() : () -> ()
  llvm.return
}

// -----

// CHECK: in @result: error: the call's result is i32, @gives returns void
llvm.func @gives()
llvm.func @result() {
  %0 = llvm.call @gives() : () -> i32
  llvm.return
}

// -----

// CHECK: in @address: error: @there is in address space 1, its address has type !llvm.ptr
llvm.mlir.global external @there() {addr_space = 1 : i32} : i32
llvm.func @address() {
  %0 = llvm.mlir.addressof @there : !llvm.ptr
  llvm.return
}

// -----

// CHECK: in @missing: error: the module has no global or function @nowhere
llvm.func @missing() {
  %0 = llvm.mlir.addressof @nowhere : !llvm.ptr
  llvm.return
}

// -----

// CHECK: in @atomic: error: an atomic load needs an alignment
llvm.func @atomic(%p: !llvm.ptr) {
  %0 = llvm.load %p atomic acquire : !llvm.ptr -> i32
  llvm.return
}

// -----

// CHECK: in @scope: error: a store with a syncscope needs an atomic ordering
llvm.func @scope(%p: !llvm.ptr, %a: i32) {
  llvm.store %a, %p {syncscope = "agent"} : i32, !llvm.ptr
  llvm.return
}

// -----

// CHECK: in @flags: error: fast-math flags on a result of type i32
llvm.func @flags(%c: i1, %a: i32) {
  %0 = llvm.select %c, %a, %a {fastmathFlags = #llvm.fastmath<fast>} : i1, i32
  llvm.return
}

// -----

// CHECK: in @first: error: LLVM has no branches to a function's first block
"llvm.func"() <{sym_name = "first", function_type = !llvm.func<void ()>, CConv = #llvm.cconv<ccc>, linkage = #llvm.linkage<"external">, visibility_ = 0 : i64}> ({
^a:
  llvm.br ^b
^b:
  llvm.br ^a
}) : () -> ()

// -----

// CHECK: in @string: error: the string has 3 bytes, its type '!llvm.array<4 x i8>' has 4 (a final zero must be written out)
llvm.mlir.global internal constant @string("abc") : !llvm.array<4 x i8>

// -----

// CHECK: in @few: error: 2 constants for the 3 elements of '!llvm.array<3 x i32>'
llvm.mlir.global internal constant @few(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<3 x i32>

// -----

// CHECK: in @impure: error: 'llvm.load' is not a constant; it stands in an initializer
llvm.mlir.global internal @impure() : i32 {
  %0 = llvm.mlir.addressof @impure : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %1 : i32
}

// -----

// CHECK: error: a declaration cannot have linkage 'internal'; use 'external'
llvm.func internal @declaration()

// -----

// CHECK: error: two structs are named 'pair': { i32 } and { i64 }
llvm.func @structs(%a: !llvm.struct<"pair", (i32)>, %b: !llvm.struct<"pair", (i64)>) {
  llvm.return
}

// -----

// CHECK: error: attribute 'gpu.container_module' = unit of the module has no equivalent in LLVM IR; remove it
builtin.module attributes {gpu.container_module} {
}

// -----

// CHECK: error: 'code_object_version' of 'opencl.lowered' cannot be "5"; make it an integer
builtin.module attributes {opencl.lowered = {abi = "amdhsa", code_object_version = "5"}} {
}

// -----

// CHECK: in @loops: error: loop 0 has two sets of properties,
llvm.func @loops(%c: i1) {
  llvm.br ^a
^a:
  llvm.cond_br %c, ^a, ^b {opencl.metadata = {llvm.loop = {id = 0 : i64, mustprogress}}}
^b:
  llvm.cond_br %c, ^a, ^c {opencl.metadata = {llvm.loop = {id = 0 : i64}}}
^c:
  llvm.return
}

// -----

// CHECK: in @access: error: 'tbaa' must be the name of a C type, or the names of it and of the types around it: "int", ["p1 int", "any pointer"]; it is ["int", 3 : i64]
llvm.func @access(%p: !llvm.ptr<1>) -> i32 {
  %0 = llvm.load %p {alignment = 4 : i64, opencl.metadata = {tbaa = ["int", 3]}} : !llvm.ptr<1> -> i32
  llvm.return %0 : i32
}

// -----

// CHECK: error: 'opencl.printf_fmts' must be strings, got 1 : i32
builtin.module attributes {opencl.printf_fmts = [1 : i32]} {}

// -----

// CHECK: in @f: error: an entry of 'passthrough' must be a string or a pair of strings, got 1 : i32
llvm.func @f() attributes {passthrough = [1 : i32]}

// -----

// CHECK: in @f: error: the function attribute 'nounwind' takes no value
llvm.func @f() attributes {passthrough = [["nounwind", "1"]]}

// -----

// CHECK: in @f: error: the number 1023 of 'memory' is not portable between LLVM versions; write words, as in ["memory", "argmem: read"]
llvm.func @f() attributes {passthrough = [["memory", "1023"]]}

// -----

// CHECK: in @f: error: 'reqd_work_group_size' must be three integers, got array<i32: 64>
llvm.func @f() attributes {reqd_work_group_size = array<i32: 64>}

// -----

// CHECK: in @f: error: 'opencl.kernel_arg_addr_space' has the entry "1"
llvm.func @f(i32) attributes {opencl.kernel_arg_addr_space = ["1"]}

// -----

// CHECK: in @g: error: the constant 1.000000e+00 : f64 is of another type than its result, 'f32'
llvm.mlir.global internal @g(1.0 : f64) : f32

// -----

// CHECK: in @g: error: the value 300 does not fit in i8
llvm.mlir.global internal @g(300 : i32) : i8

// -----

// CHECK: in @g: error: attribute 'frobnicate' = unit of a global has no equivalent in LLVM IR; remove it
llvm.mlir.global internal @g() {frobnicate} : i8

// -----

// CHECK: in @f: error: attribute 'a' of a constant has no equivalent in LLVM IR; remove it
llvm.func @f() {
  %0 = llvm.mlir.constant(1 : i32) {a} : i32
  llvm.return
}

// -----

// CHECK: in @f: error: 'opencl.metadata' must be a dictionary: 1 : i32
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {opencl.metadata = 1 : i32} : !llvm.ptr -> i32
  llvm.return
}

// -----

// CHECK: in @f: error: 'llvm.access.group' must be integers, got [1.000000e+00 : f32]
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {opencl.metadata = {llvm.access.group = [1.0 : f32]}} : !llvm.ptr -> i32
  llvm.return
}

// -----

// CHECK: in @f: error: 'arg_attrs' must have one dictionary for each argument
llvm.func @f(%a: i32) {
  llvm.call @f(%a) {arg_attrs = [{}, {}]} : (i32) -> ()
  llvm.return
}

// -----

// CHECK: in @f: error: type 'index' has no equivalent in LLVM IR; run 'convert-index-to-llvm' and the conversions of its users
llvm.func @f() {
  %0 = llvm.mlir.undef : index
  llvm.return
}

// -----

// CHECK: in @f: error: type 'ui8' has a sign; LLVM integers have none, use 'i8'
llvm.func @f() {
  %0 = llvm.mlir.undef : ui8
  llvm.return
}
