// REQUIRES: mlir-translate, llc
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-to-llvm' | %mlir-translate --mlir-to-llvmir | %llc -mtriple=r600 -mcpu=juniper | filecheck %s

// Places in constant buffer 0, as another LLVM reads them: nine header dwords, the
// arguments with five companion dwords after each image, then the tail. Image %img is
// dword 9, its companions 10 to 14, %x 15, %vol 16, its companions 17 to 21, %smp 22, %out
// 23; work_dim is dword 24, the global offset 25.

opencl.kernel @places(%img: !opencl.image<image2d_t, read_only>, %x: i32, %vol: !opencl.image<image3d_t, read_only>, %smp: !opencl.sampler, %out: !llvm.ptr<1>) {
  %h = opencl.get_image_height %vol : !opencl.image<image3d_t, read_only> -> i32
  %f = opencl.get_image_channel_order %img : !opencl.image<image2d_t, read_only> -> i32
  %i = opencl.get_global_id 0 : i32
  %s = arith.addi %h, %f : i32
  %t = arith.addi %s, %x : i32
  %p = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %t, %p : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: places:
// CHECK-DAG: MULLO_INT {{.*}} T1.X, KC0[1].Z
// CHECK-DAG: ADD_INT {{.*}} KC0[6].Y
// CHECK-DAG: ADD_INT {{.*}}KC0[4].Z{{.*}}
// CHECK-DAG: ADD_INT {{.*}}KC0[3].W{{.*}}
// CHECK-DAG: ADD_INT {{.*}}KC0[5].W{{.*}}

opencl.kernel @sizes(%out: !llvm.ptr<1>) {
  %n = opencl.get_num_groups 1 : i32
  %g = opencl.get_global_size 2 : i32
  %d = opencl.get_work_dim : i32
  %o = opencl.get_global_offset 2 : i32
  %a = arith.muli %n, %g : i32
  %b = arith.muli %d, %o : i32
  %c = arith.subi %a, %b : i32
  llvm.store %c, %out : i32, !llvm.ptr<1>
  opencl.return
}

// %out is dword 9; work_dim 10, offset z 13; ngroups y is 1, global size z 5.
// CHECK-LABEL: sizes:
// CHECK-DAG: MULLO_INT {{.*}}KC0[0].Y, KC0[1].Y
// CHECK-DAG: MULLO_INT {{.*}}KC0[2].Z, KC0[3].Y
