// --- ALLOCATE
  %p = memref.alloca() : memref<24xi64>
  %part = memref.subview %in[0] [24] [1] : memref<64xi64, #opencl.address_space<global>> to memref<24xi64, strided<[1]>, #opencl.address_space<global>>
  "memref.copy"(%part, %p) : (memref<24xi64, strided<[1]>, #opencl.address_space<global>>, memref<24xi64>) -> ()
  %flat = bufferization.to_tensor %p restrict : memref<24xi64> to tensor<24xi64>
  %m = tensor.expand_shape %flat [[0, 1]] output_shape [4, 6] : tensor<24xi64> into tensor<4x6xi64>
  %e = bufferization.alloc_tensor() : tensor<4xi64>
  %u = tensor.insert %x into %e[%c2] : tensor<4xi64>
  %v = bufferization.alloc_tensor() copy(%m) : tensor<4x6xi64>
  %w = tensor.insert %x into %v[%c0, %c1] : tensor<4x6xi64>
  %a = tensor.extract %u[%c2] : tensor<4xi64>
  %b = tensor.extract %w[%c0, %c1] : tensor<4x6xi64>
  %c = tensor.extract %m[%c0, %c1] : tensor<4x6xi64>
  %s = arith.addi %a, %b : i64
  %r = arith.subi %s, %c : i64

// --- CLONE
  %m = memref.alloca() : memref<4xi64>
  memref.store %x, %m[%c1] : memref<4xi64>
  %b = bufferization.clone %m : memref<4xi64> to memref<4xi64>
  memref.store %z, %m[%c1] : memref<4xi64>
  %r = memref.load %b[%c1] : memref<4xi64>

// --- MATERIALIZE
  %m = memref.alloca() : memref<4xi64>
  %t = tensor.splat %x : tensor<4xi64>
  %u = tensor.insert %one into %t[%c0] : tensor<4xi64>
  bufferization.materialize_in_destination %u in restrict writable %m : (tensor<4xi64>, memref<4xi64>) -> ()
  %a = memref.load %m[%c0] : memref<4xi64>
  %b = memref.load %m[%c3] : memref<4xi64>
  %r = arith.addi %a, %b : i64

// --- BUFFER
  %t = tensor.splat %x : tensor<4xi64>
  %b = bufferization.to_buffer %t : tensor<4xi64> to memref<4xi64>
  %r = memref.load %b[%c3] : memref<4xi64>
