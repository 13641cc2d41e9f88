// RUN: xdsl-opt %s -p convert-gpu-to-opencl --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'gpu.cluster_id' is about clusters of work-groups, which OpenCL does not have; use 'gpu.block_id'
gpu.module @m {
  gpu.func @k() kernel {
    %0 = gpu.cluster_id x
    gpu.return
  }
}

// -----

// CHECK: error: OpenCL passes memory of a size that the launch says as an argument; give the function an argument
gpu.module @m {
  gpu.func @k() kernel {
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// CHECK: error: 'gpu.all_reduce' of kind #gpu<all_reduce_op maximumf> has no OpenCL function
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %0 = gpu.all_reduce maximumf %x {} : (f32) -> f32
    gpu.return
  }
}

// -----

// CHECK: error: 'gpu.all_reduce' has a region that is not one operation of its two arguments
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %0 = gpu.all_reduce %x {
    ^bb0(%a: f32, %b: f32):
      %c = arith.subf %a, %b : f32
      gpu.yield %c : f32
    } : (f32) -> f32
    gpu.return
  }
}

// -----

// CHECK: error: gpu.all_reduce: value of type vector<2xf32>; expected a scalar; convert the value, or reduce it in local memory
gpu.module @m {
  gpu.func @k(%x: vector<2xf32>) kernel {
    %0 = gpu.all_reduce add %x {} : (vector<2xf32>) -> vector<2xf32>
    gpu.return
  }
}

// -----

// CHECK: error: clusters with a stride of 2 are not those of OpenCL, which are neighbours; use 'gpu.shuffle'
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
    gpu.return
  }
}

// -----

// CHECK: error: opencl.printf: the format takes 2 arguments, there are 1; correct the format
gpu.module @m {
  gpu.func @k(%x: i32) kernel {
    gpu.printf "%d %d", %x : i32
    gpu.return
  }
}

// -----

// CHECK: error: argument 0 'x' has type i128, which no ABI passes to a kernel (OpenCL C has integers of 8, 16, 32 and 64 bits); compute it in the kernel
gpu.module @m {
  gpu.func @k(%x: i128) kernel {
    gpu.return
  }
}

// -----

// CHECK: error: 'gpu.func' @k takes an unranked memref, memref<*xf32>, whose sizes cannot be passed; cast it to a ranked one
gpu.module @m {
  gpu.func @k(%x: memref<*xf32>) kernel {
    gpu.return
  }
}

// -----

// CHECK: error: argument 0 'x' of type memref<?x?xf32, strided<[?, 1]>> has strides that are not known, which no argument carries; copy it
gpu.module @m {
  gpu.func @k(%x: memref<?x?xf32, strided<[?, 1]>>) kernel {
    gpu.return
  }
}

// -----

// CHECK: error: the memory attribution of type memref<?xf32, #gpu.address_space<workgroup>> is not a memref of static shape
gpu.module @m {
  gpu.func @k() workgroup(%w: memref<?xf32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
}

// -----

// CHECK: error: the known block size is [64, 0, 1]; expected three positive numbers
gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 0, 1>} {
    gpu.return
  }
}

// -----

// CHECK: in @k: error: the module around 'gpu.module' @m has @k too; rename one of them
func.func private @k()
gpu.module @m {
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

// CHECK: error: a memref of type memref<4xf32> is in
// CHECK-SAME: give each function or loop memrefs of one memory
gpu.module @m {
  gpu.func @k(%a: memref<4xf32>, %c: i1) kernel {
    %p = memref.alloca() : memref<4xf32>
    %s = arith.select %c, %a, %p : memref<4xf32>
    gpu.return
  }
}

// -----

// CHECK: error: @m::@other is not a kernel of a 'gpu.module' in this module; name one, as @module::@kernel
func.func @host(%n: index) {
  gpu.launch_func @m::@other blocks in (%n, %n, %n) threads in (%n, %n, %n)
  func.return
}

// -----

// CHECK: error: @m::@k takes 1 arguments, the launch has 0; pass as many
gpu.module @m {
  gpu.func @k(%x: i32) kernel {
    gpu.return
  }
}
func.func @host(%n: index) {
  gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  func.return
}

// -----

// CHECK: error: 'gpu.memset' cannot be run by a host here; remove it, or do its work in a kernel
func.func @host(%m: memref<4xf32>, %x: f32) {
  gpu.memset %m, %x : memref<4xf32>, f32
  func.return
}

// -----

// CHECK: error: 'gpu.alloc' has no OpenCL operation in a kernel
gpu.module @m {
  gpu.func @k() kernel {
    %m = gpu.alloc () : memref<4xf32>
    gpu.return
  }
}
