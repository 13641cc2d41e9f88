// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-image-queries' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx803},opencl-lower-image-queries' -t opencl-mlir | filecheck %s

// The values of every field are checked by a unit test; here: loads and their sharing.

// One cast for an image, one load for a dword of it, one decoding for an attribute in a
// block.

// CHECK-LABEL: opencl.kernel @share(
// CHECK-NEXT:    %[[P:.*]] = builtin.unrealized_conversion_cast %a : !opencl.image<image3d_t, read_only> to !llvm.ptr<2>
// CHECK-NEXT:    %[[P2:.*]] = llvm.getelementptr inbounds %[[P]][8] : (!llvm.ptr<2>) -> !llvm.ptr<2>, i8
// CHECK-NEXT:    %[[H:.*]] = "llvm.load"(%[[P2]]) <{{{.*}}invariant{{.*}} : (!llvm.ptr<2>) -> i32
// CHECK-NEXT:    %[[S:.*]] = arith.constant 14 : i32
// CHECK-NEXT:    %[[F:.*]] = arith.shrui %[[H]], %[[S]] : i32
// CHECK-NEXT:    %[[M:.*]] = arith.constant 16383 : i32
// CHECK-NEXT:    %[[V:.*]] = arith.andi %[[F]], %[[M]] : i32
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT:    %h = arith.addi %[[V]], %[[ONE]] overflow<nuw> : i32
// CHECK-NEXT:    %[[P10:.*]] = llvm.getelementptr inbounds %[[P]][40]
// CHECK-NEXT:    %w = "llvm.load"(%[[P10]]) <{{{.*}}invariant
// CHECK-NEXT:    %[[P4:.*]] = llvm.getelementptr inbounds %[[P]][12]
// CHECK-NEXT:    %[[L:.*]] = "llvm.load"(%[[P4]]) <{{{.*}}invariant
// CHECK:         llvm.store %h, %out
// CHECK-NEXT:    llvm.store %w, %out
// CHECK-NEXT:    llvm.store %h, %out
// CHECK-NEXT:    llvm.store %l, %out
// CHECK-NEXT:    scf.if %c {
// CHECK-NEXT:      %[[Q:.*]] = builtin.unrealized_conversion_cast %a
// CHECK-NEXT:      llvm.getelementptr inbounds %[[Q]][40]
opencl.kernel @share(%a: !opencl.image<image3d_t, read_only>, %c: i1, %out: !llvm.ptr<1>) {
  %h = opencl.get_image_height %a : !opencl.image<image3d_t, read_only> -> i32
  %w = opencl.get_image_width %a : !opencl.image<image3d_t, read_only> -> i32
  %h2 = opencl.get_image_height %a : !opencl.image<image3d_t, read_only> -> i32
  %l = opencl.get_image_num_mip_levels %a : !opencl.image<image3d_t, read_only> -> i32
  llvm.store %h, %out : i32, !llvm.ptr<1>
  llvm.store %w, %out : i32, !llvm.ptr<1>
  llvm.store %h2, %out : i32, !llvm.ptr<1>
  llvm.store %l, %out : i32, !llvm.ptr<1>
  scf.if %c {
    %w2 = opencl.get_image_width %a : !opencl.image<image3d_t, read_only> -> i32
    llvm.store %w2, %out : i32, !llvm.ptr<1>
  }
  opencl.return
}


// CHECK-LABEL: opencl.kernel @none(%n: i32) {
// CHECK-NEXT:    opencl.return
opencl.kernel @none(%n: i32) {
  opencl.return
}
