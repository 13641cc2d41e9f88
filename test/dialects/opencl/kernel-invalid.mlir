// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: Redefinition of symbol "twice"
opencl.kernel @twice() {
  opencl.return
}
opencl.kernel @twice() {
  opencl.return
}

// -----

// CHECK: kernel @k has a result; a kernel returns nothing
"opencl.kernel"() <{sym_name = "k", function_type = () -> i32}> ({
  "opencl.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: kernel @k: the entry block has arguments of types (i32), the kernel's type is (f32) -> ()
"opencl.kernel"() <{sym_name = "k", function_type = (f32) -> ()}> ({
^bb0(%i: i32):
  "opencl.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: kernel @k: block 1 is empty; end it with opencl.return or a branch
opencl.kernel @k() {
  cf.br ^bb1
^bb1:
}

// -----

// CHECK: Operation opencl.get_work_dim terminates block in single-block region but is not a terminator
opencl.kernel @k() {
  %0 = opencl.get_work_dim : i32
}

// -----

// CHECK: kernel @inner is in a func.func; a kernel stands in a module
func.func @outer() {
  opencl.kernel @inner() {
    opencl.return
  }
  func.return
}

// -----

// CHECK: kernel @k: arg_attrs has 1 entries for 2 arguments
"opencl.kernel"() <{sym_name = "k", function_type = (f32, f32) -> (), arg_attrs = [{}]}> ({
}) : () -> ()

// -----

// CHECK: kernel @k, argument 2 'x': argument 0 has this name; give it another
opencl.kernel @k(%n: i32 {opencl.name = "x"}, %m: i32 {opencl.name = "y"}, %l: i32 {opencl.name = "x"}) {
  opencl.return
}

// -----

// CHECK: kernel @k: opencl.kernel_arg_type has 1 entries for 2 arguments; leave it to opencl-lower-arguments
opencl.kernel @k(%n: i32, %m: i32) attributes {opencl.kernel_arg_type = ["int"]} {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 1 'where' of type !llvm.ptr points to private memory; a kernel takes pointers to global, constant or local memory (a structure by value has llvm.byval)
opencl.kernel @k(%n: i32, %p: !llvm.ptr {opencl.name = "where"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type !llvm.ptr<4> points to generic memory
opencl.kernel @k(%p: !llvm.ptr<4>) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type !llvm.ptr<7> points to no OpenCL address space
opencl.kernel @k(%p: !llvm.ptr<7>) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type memref<4xf32> points to private memory
opencl.kernel @k(%p: memref<4xf32>) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type !llvm.struct<(i32, !opencl.image<image2d_t, read_only>)> holds !opencl.image<image2d_t, read_only>; it can only be an argument itself
opencl.kernel @k(%s: !llvm.struct<(i32, !opencl.image<image2d_t, read_only>)>) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0: an event is not a kernel argument
opencl.kernel @k(%e: !opencl.event) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 has type vector<5xf32>; OpenCL C's vectors have one dimension of 2, 3, 4, 8 or 16 elements
opencl.kernel @k(%v: vector<5xf32>) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0: unknown attribute 'opencl.nmae'; one of opencl.name, opencl.type_name
opencl.kernel @k(%v: f32 {opencl.nmae = "v"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0: opencl.name is 1 : i32; expected a string
opencl.kernel @k(%v: f32 {opencl.name = 1 : i32}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0: 'static' in opencl.type_qualifiers; expected const, restrict, volatile, pipe
opencl.kernel @k(%v: !llvm.ptr<1> {opencl.type_qualifiers = "const static"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 'i' of type !opencl.image<image2d_t, read_only> has opencl.access 'write_only'; expected 'read_only'
opencl.kernel @k(%i: !opencl.image<image2d_t, read_only> {opencl.access = "write_only", opencl.name = "i"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type !opencl.image<image2d_t, read_only> has opencl.base_type_name 'image3d_t'; expected 'image2d_t'
opencl.kernel @k(%i: !opencl.image<image2d_t, read_only> {opencl.base_type_name = "image3d_t"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0: opencl.access 'readonly'; expected none, read_only, write_only, read_write
opencl.kernel @k(%i: !opencl.image<image2d_t, read_only> {opencl.access = "readonly"}) {
  opencl.return
}

// -----

// CHECK: kernel @k, argument 0 of type f32 has opencl.access 'read_only'; expected 'none'
opencl.kernel @k(%i: f32 {opencl.access = "read_only"}) {
  opencl.return
}

// -----

// CHECK: kernel @k: reqd_work_group_size is [8, 8]; expected three positive numbers
opencl.kernel @k() attributes {reqd_work_group_size = array<i32: 8, 8>} {
  opencl.return
}

// -----

// CHECK: kernel @k: work_group_size_hint is [8, 0, 1]; expected three positive numbers
opencl.kernel @k() attributes {work_group_size_hint = array<i32: 8, 0, 1>} {
  opencl.return
}

// -----

// CHECK: kernel @k: reqd_sub_group_size is -1; expected a positive number
opencl.kernel @k() attributes {reqd_sub_group_size = -1 : i32} {
  opencl.return
}

// -----

// CHECK: kernel @k: vec_type_hint has type !llvm.ptr; expected i8, i16, i32, i64, f16, f32, f64 or a vector of these
opencl.kernel @k() attributes {vec_type_hint = !llvm.ptr} {
  opencl.return
}

// -----

// CHECK: kernel @k: vec_type_hint_signed with the hint f32; only integers are signed
opencl.kernel @k() attributes {vec_type_hint = f32, vec_type_hint_signed} {
  opencl.return
}

// -----

// CHECK: kernel @k: vec_type_hint_signed without vec_type_hint
opencl.kernel @k() attributes {vec_type_hint_signed} {
  opencl.return
}

// -----

// CHECK: 'opencl.return' expects parent op 'opencl.kernel'
func.func @f() {
  opencl.return
}

// -----

// CHECK: opencl.call_kernel: @missing is not defined; expected an opencl.kernel
opencl.kernel @k() {
  opencl.call_kernel @missing()
  opencl.return
}

// -----

// CHECK: opencl.call_kernel: @f is a func.func; expected an opencl.kernel
opencl.kernel @k() {
  opencl.call_kernel @f()
  opencl.return
}
func.func @f() {
  func.return
}

// -----

// CHECK: opencl.call_kernel: 0 arguments; kernel @k takes 1
opencl.kernel @k(%i: i32) {
  opencl.call_kernel @k()
  opencl.return
}

// -----

// CHECK: opencl.call_kernel: argument 1 has type i32; kernel @callee takes f32
opencl.kernel @k(%i: i32) {
  opencl.call_kernel @callee(%i, %i) : i32, i32
  opencl.return
}
opencl.kernel @callee(i32, f32)
