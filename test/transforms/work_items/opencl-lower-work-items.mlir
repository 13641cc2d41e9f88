// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900 code-object-version=4},opencl-lower-work-items' -t opencl-mlir | filecheck %s --check-prefix=V4
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-work-items' -t opencl-mlir | filecheck %s --check-prefix=V5
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=mesa3d mcpu=gfx803},opencl-lower-work-items' -t opencl-mlir | filecheck %s --check-prefix=MESA
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-lower-work-items' -t opencl-mlir | filecheck %s --check-prefix=R600
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-work-items,canonicalize,cse,dce' | filecheck %s --check-prefix=FOLDED

// A primitive is read once a block; ids are 32-bit and widened at the end.
opencl.kernel @twice(%out: !llvm.ptr<1>) {
  %a = opencl.get_global_id 0 : i64
  %b = opencl.get_local_id 0 : i32
  "test.op"(%a, %b) : (i64, i32) -> ()
  opencl.return
}

// V4-LABEL: opencl.kernel @twice
// V4:         llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"() : () -> i32
// V4-NEXT:    %[[LOCAL:.*]] = "llvm.call_intrinsic"() <{intrin = "llvm.amdgcn.workitem.id.x", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> {opencl.metadata = {noundef, range = [0 : i32, 1024 : i32]}} : () -> i32
// V4-NEXT:    opencl.load_argument dispatch[4] {opencl.metadata = {noundef, range = [0 : i16, 1025 : i16]}} : i16
// V4:         opencl.load_argument implicit[0] : i64
// V4-NOT:     workitem
// V4:         "test.op"(%{{.*}}, %[[LOCAL]]) : (i64, i32) -> ()

// V5-LABEL: opencl.kernel @twice
// V5:         %[[SIZE:.*]] = opencl.load_argument implicit[12] {opencl.metadata = {noundef, range = [0 : i16, 1025 : i16]}} : i16
// V5-NEXT:    %[[WIDE:.*]] = arith.extui %[[SIZE]] : i16 to i32
// V5-NEXT:    %[[START:.*]] = arith.muli %{{.*}}, %[[WIDE]] overflow<nuw> : i32
// V5-NEXT:    %[[ID:.*]] = arith.addi %[[START]], %{{.*}} overflow<nuw> : i32
// V5-NEXT:    %[[ID64:.*]] = arith.extui %[[ID]] : i32 to i64
// V5-NEXT:    %[[OFFSET:.*]] = opencl.load_argument implicit[40] : i64
// V5-NEXT:    arith.addi %[[ID64]], %[[OFFSET]] : i64

// MESA-LABEL: opencl.kernel @twice
// MESA:         opencl.load_argument dispatch[4]
// MESA:         opencl.load_argument implicit[4] : i32

// R600-LABEL: opencl.kernel @twice
// R600:         llvm.call_intrinsic "llvm.r600.read.tgid.x"() : () -> i32
// R600-NEXT:    llvm.call_intrinsic "llvm.r600.read.tidig.x"() : () -> i32
// R600-NEXT:    llvm.call_intrinsic "llvm.r600.read.local.size.x"() : () -> i32
// R600:         opencl.load_argument implicit[4] : i32

// A required size is a constant, and so is the id of a dimension of size 1.
opencl.kernel @required(%out: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
  %s = opencl.get_enqueued_local_size 0 : i32
  %y = opencl.get_local_id 1 : i32
  %h = opencl.get_local_size 1 : i32
  %r = func.call @helper() : () -> i32
  "test.op"(%s, %y, %h, %r) : (i32, i32, i32, i32) -> ()
  opencl.return
}

// V5-LABEL: opencl.kernel @required
// V5-DAG:     %[[SIZE:.*]] = arith.constant 64 : i32
// V5-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// V5-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// V5:         "test.op"(%[[SIZE]], %[[ZERO]], %[[ONE]], %{{.*}})

// The same in a function that only this kernel reaches.
func.func private @helper() -> i32 {
  %s = opencl.get_enqueued_local_size 0 : i32
  func.return %s : i32
}

// V5-LABEL: func.func private @helper
// V5-NEXT:    %[[SIZE:.*]] = arith.constant 64 : i32
// V5-NEXT:    func.return %[[SIZE]] : i32

// Others may call a public function.
func.func @public() -> i32 {
  %s = opencl.get_enqueued_local_size 0 : i32
  func.return %s : i32
}

// V5-LABEL: func.func @public
// V5:         opencl.load_argument implicit[12]

// The dimension as a value, with the result out of range last.
opencl.kernel @dynamic(%d: i32) {
  %s = opencl.get_num_groups %d : index
  "test.op"(%s) : (index) -> ()
  opencl.return
}

// V5-LABEL: opencl.kernel @dynamic
// V5:         %[[NONE:.*]] = arith.constant 1 : index
// V5:         arith.select %{{.*}}, %{{.*}}, %[[NONE]] : index
// V5:         arith.select
// V5:         arith.select

// A constant dimension is not a value; what it does not need goes away.
opencl.kernel @constant_dimension() {
  %two = arith.constant 2 : i32
  %s = opencl.get_group_id %two : i32
  "test.op"(%s) : (i32) -> ()
  opencl.return
}

// V5-LABEL: opencl.kernel @constant_dimension
// FOLDED-LABEL: opencl.kernel @constant_dimension
// FOLDED-NEXT:    %[[ID:.*]] = llvm.call_intrinsic "llvm.amdgcn.workgroup.id.z"
// FOLDED-NEXT:    "test.op"(%[[ID]])
