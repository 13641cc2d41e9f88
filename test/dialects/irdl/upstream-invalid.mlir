// REQUIRES: mlir-opt-19
// The definitions constrain what upstream reads.
// RUN: not %mlir-opt-19 --irdl-file=%root/dialects/opencl.irdl.mlir --split-input-file %s 2>&1 | filecheck %s

// CHECK: error:{{.*}}"everything"
"test.op"() {a = #opencl.access<"everything">} : () -> ()

// -----

// CHECK: error: 'opencl.barrier' op attribute "flags" is expected but not provided
"opencl.barrier"() : () -> ()

// -----

// CHECK: error: expected base attribute 'opencl.memory_scope' but got 'opencl.memory_order'
func.func @scope(%p: !llvm.ptr<1>) -> i32 {
  %0 = "opencl.atomic_load"(%p) {order = #opencl.memory_order<"relaxed">, scope = #opencl.memory_order<"relaxed">} : (!llvm.ptr<1>) -> i32
  return %0 : i32
}

// -----

// CHECK: error: expected base type 'opencl.image' but got 'builtin.integer'
func.func @image(%i: i32) -> i32 {
  %0 = "opencl.get_image_width"(%i) : (i32) -> i32
  return %0 : i32
}

// -----

// CHECK: error: expected 'f32' but got 'i32'
func.func @same_type(%p: !llvm.ptr<1>, %v: f32) -> i32 {
  %0 = "opencl.atomic_rmw"(%p, %v) {kind = #opencl.atomic_kind<"fadd">, order = #opencl.memory_order<"relaxed">, scope = #opencl.memory_scope<"device">} : (!llvm.ptr<1>, f32) -> i32
  return %0 : i32
}

// -----

// The limits that docs/upstream.md lists.

// No traits: a kernel has no terminator.
// CHECK: error: block with no terminator, has "opencl.return"() : () -> ()
"opencl.kernel"() ({
  "opencl.return"() : () -> ()
}) {sym_name = "k", function_type = () -> ()} : () -> ()

// -----

// MLIR 19 gives operations of IRDL no properties.
// CHECK: error: {{.*}}extensible Dialects don't support properties
"opencl.barrier"() <{flags = #opencl.fence_flags<"local">}> : () -> ()

// -----

// The pretty form of an enumerator is ours alone.
// CHECK: error: expected 1 type arguments, but had 0
"test.op"() {a = #opencl<access read_only>} : () -> ()
