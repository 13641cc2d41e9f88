// --- WHOLE
// xDSL's `to_tensor` takes memory without a space only.
// `%m` is the matrix of the first elements of the input.
  %p = memref.alloca() : memref<24xi64>
  %part = memref.subview %in[0] [24] [1] : memref<64xi64, #opencl.address_space<global>> to memref<24xi64, strided<[1]>, #opencl.address_space<global>>
  "memref.copy"(%part, %p) : (memref<24xi64, strided<[1]>, #opencl.address_space<global>>, memref<24xi64>) -> ()
  %flat = bufferization.to_tensor %p restrict : memref<24xi64> to tensor<24xi64>
  %m = tensor.expand_shape %flat [[0, 1]] output_shape [4, 6] : tensor<24xi64> into tensor<4x6xi64>

// --- INSERT
  %u = tensor.insert %x into %m[%c1, %c2] : tensor<4x6xi64>
  %a = tensor.extract %u[%c1, %c2] : tensor<4x6xi64>
  %b = tensor.extract %m[%c1, %c2] : tensor<4x6xi64>
  %r = arith.subi %a, %b : i64

// --- SLICES
  %s = tensor.extract_slice %m[1, 2] [2, 2] [2, 3] : tensor<4x6xi64> to tensor<2x2xi64>
  %u = tensor.insert_slice %s into %m[0, 4] [2, 2] [1, 1] : tensor<2x2xi64> into tensor<4x6xi64>
  %five = arith.constant 5 : index
  %r = tensor.extract %u[%c1, %five] : tensor<4x6xi64>

// --- CAST
  %u = tensor.cast %m : tensor<4x6xi64> to tensor<?x6xi64>
  %d = tensor.dim %u, %c0 : tensor<?x6xi64>
  %last = arith.subi %d, %c1 : index
  %r = tensor.extract %u[%last, %c2] : tensor<?x6xi64>

// --- RESHAPE
  %shape = arith.constant dense<[3, 8]> : tensor<2xindex>
  %u = "tensor.reshape"(%m, %shape) : (tensor<4x6xi64>, tensor<2xindex>) -> tensor<3x8xi64>
  %r = tensor.extract %u[%c2, %c3] : tensor<3x8xi64>

// --- CONCAT
  %u = tensor.concat dim(1) %m, %m : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<4x12xi64>
  %eight = arith.constant 8 : index
  %r = tensor.extract %u[%c3, %eight] : tensor<4x12xi64>

// --- EMPTY
  %e = tensor.empty() : tensor<4xi64>
  %u = tensor.insert %x into %e[%c2] : tensor<4xi64>
  %r = tensor.extract %u[%c2] : tensor<4xi64>

// --- ELEMENTS
  %e = tensor.from_elements %x, %one, %z, %n64 : tensor<2x2xi64>
  %row = arith.andi %i, %c1 : index
  %r = tensor.extract %e[%row, %c0] : tensor<2x2xi64>

// --- PAD
  %u = "tensor.pad"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 1, 0>, static_high = array<i64: 0, 2>}> ({
  ^bb0(%j: index, %k: index):
    tensor.yield %x : i64
  }) : (tensor<4x6xi64>) -> tensor<5x8xi64>
  %a = tensor.extract %u[%c0, %c3] : tensor<5x8xi64>
  %b = tensor.extract %u[%c2, %c3] : tensor<5x8xi64>
  %c = arith.shli %a, %one : i64
  %r = arith.addi %c, %b : i64

// --- LOOP
  %s = scf.for %j = %c0 to %n step %c1 iter_args(%u = %m) -> (tensor<4x6xi64>) {
    %v = tensor.insert %x into %u[%c1, %c2] : tensor<4x6xi64>
    scf.yield %v : tensor<4x6xi64>
  }
  %r = tensor.extract %s[%c1, %c2] : tensor<4x6xi64>

// --- SWAPPED
  %e = tensor.splat %x : tensor<4x6xi64>
  %s, %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %m, %v = %e) -> (tensor<4x6xi64>, tensor<4x6xi64>) {
    %w = tensor.insert %one into %v[%c1, %c2] : tensor<4x6xi64>
    scf.yield %w, %u : tensor<4x6xi64>, tensor<4x6xi64>
  }
  %a = tensor.extract %s[%c3, %c2] : tensor<4x6xi64>
  %b = tensor.extract %t[%c3, %c2] : tensor<4x6xi64>
  %d = tensor.extract %t[%c1, %c2] : tensor<4x6xi64>
  %f = arith.subi %a, %b : i64
  %r = arith.addi %f, %d : i64

// --- BRANCH
  %even = arith.remui %i, %c2 : index
  %q = arith.cmpi eq, %even, %c0 : index
  %s = scf.if %q -> (tensor<4x6xi64>) {
    %u = tensor.insert %x into %m[%c1, %c2] : tensor<4x6xi64>
    scf.yield %u : tensor<4x6xi64>
  } else {
    scf.yield %m : tensor<4x6xi64>
  }
  %r = tensor.extract %s[%c1, %c2] : tensor<4x6xi64>

// --- FORALL
  %s = scf.forall (%j) in (4) shared_outs(%u = %m) -> (tensor<4x6xi64>) {
    %v = tensor.extract_slice %u[%j, 0] [1, 6] [1, 1] : tensor<4x6xi64> to tensor<6xi64>
    %w = tensor.insert %x into %v[%c2] : tensor<6xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %u[%j, 0] [1, 6] [1, 1] : tensor<6xi64> into tensor<4x6xi64>
    }
  }
  %a = tensor.extract %s[%c3, %c2] : tensor<4x6xi64>
  %b = tensor.extract %s[%c3, %c1] : tensor<4x6xi64>
  %r = arith.subi %a, %b : i64
