// --- FILL
// `%m` is the matrix of the first elements of the input.
  %m = memref.alloca() : memref<4x6xi64>
  %rows = arith.constant 4 : index
  %columns = arith.constant 6 : index
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %columns step %c1 {
      %row = arith.muli %j, %columns : index
      %place = arith.addi %row, %k : index
      %value = memref.load %in[%place] : BUFFER
      memref.store %value, %m[%j, %k] : memref<4x6xi64>
    }
  }

// --- SUBVIEW
  %odd = arith.andi %i, %c1 : index
  %v = memref.subview %m[%odd, 1] [%c2, 2] [2, %c2] : memref<4x6xi64> to memref<?x2xi64, strided<[12, ?], offset: ?>>
  %w = memref.subview %v[1, 0] [1, 2] [1, 1] : memref<?x2xi64, strided<[12, ?], offset: ?>> to memref<2xi64, strided<[?], offset: ?>>
  %r = memref.load %w[%c1] : memref<2xi64, strided<[?], offset: ?>>

// --- REINTERPRET
  %odd = arith.andi %i, %c1 : index
  %v = memref.reinterpret_cast %m to offset: [%odd], sizes: [%c3], strides: [%c2] : memref<4x6xi64> to memref<?xi64, strided<[?], offset: ?>>
  %r = memref.load %v[%c2] : memref<?xi64, strided<[?], offset: ?>>

// --- TRANSPOSE
  %odd = arith.andi %i, %c1 : index
  %v = memref.transpose %m (i, j) -> (j, i) : memref<4x6xi64> to memref<6x4xi64, strided<[1, 6]>>
  %r = memref.load %v[%odd, %c3] : memref<6x4xi64, strided<[1, 6]>>

// --- COLLAPSE
  %v = memref.collapse_shape %m [[0, 1]] : memref<4x6xi64> into memref<24xi64>
  %place = arith.remui %i, %n : index
  %r = memref.load %v[%place] : memref<24xi64>

// --- VIEW
  %bytes = memref.alloca() {alignment = 16} : memref<64xi8>
  %eight = arith.constant 8 : index
  %v = memref.view %bytes[%eight][%c3] : memref<64xi8> to memref<?x2xi64>
  memref.store %x, %v[%c2, %c1] : memref<?x2xi64>
  %zero = arith.constant 0 : index
  %w = memref.view %bytes[%zero][] : memref<64xi8> to memref<8xi64>
  %six = arith.constant 6 : index
  %r = memref.load %w[%six] : memref<8xi64>

// --- SIZES
  %odd = arith.andi %i, %c1 : index
  %v = memref.subview %m[0, 0] [%c3, %c2] [1, 1] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 1]>>
  %d = memref.dim %v, %odd : memref<?x?xi64, strided<[6, 1]>>
  %e = memref.dim %m, %c1 : memref<4x6xi64>
  %s = arith.addi %d, %e : index
  %r = arith.index_cast %s : index to i64

// --- METADATA
  %v = memref.subview %m[1, 2] [%c3, %c2] [1, 2] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 2], offset: 8>>
  %base, %o, %s0, %s1, %t0, %t1 = "memref.extract_strided_metadata"(%v) : (memref<?x?xi64, strided<[6, 2], offset: 8>>) -> (memref<i64>, index, index, index, index, index)
  %w = memref.reinterpret_cast %base to offset: [%o], sizes: [%s1, %s0], strides: [%t1, %t0] : memref<i64> to memref<?x?xi64, strided<[?, ?], offset: ?>>
  %r = memref.load %w[%c1, %c2] : memref<?x?xi64, strided<[?, ?], offset: ?>>

// --- POINTER
  %first = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x6xi64> to memref<1xi64, strided<[6]>>
  %p = "memref.extract_aligned_pointer_as_index"(%m) : (memref<4x6xi64>) -> index
  %q = "memref.extract_aligned_pointer_as_index"(%first) : (memref<1xi64, strided<[6]>>) -> index
  %d = arith.subi %p, %q : index
  %r = arith.index_cast %d : index to i64

// --- COPY
  %t = memref.alloca() : memref<4x6xi64>
  "memref.copy"(%m, %t) : (memref<4x6xi64>, memref<4x6xi64>) -> ()
  %r = memref.load %t[%c2, %c3] : memref<4x6xi64>

// --- COPY_GAPS
  %t = memref.alloca() : memref<8x12xi64>
  %u = memref.subview %t[1, 0] [%c3, %c2] [2, 3] : memref<8x12xi64> to memref<?x?xi64, strided<[24, 3], offset: 12>>
  %v = memref.subview %m[1, 0] [%c3, %c2] [1, 2] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 2], offset: 6>>
  "memref.copy"(%v, %u) : (memref<?x?xi64, strided<[6, 2], offset: 6>>, memref<?x?xi64, strided<[24, 3], offset: 12>>) -> ()
  %five = arith.constant 5 : index
  %r = memref.load %t[%five, %c3] : memref<8x12xi64>

// --- COPY_COLUMN
  %t = memref.alloca() : memref<4xi64>
  %v = memref.subview %m[0, 3] [4, 1] [1, 1] : memref<4x6xi64> to memref<4xi64, strided<[6], offset: 3>>
  "memref.copy"(%v, %t) : (memref<4xi64, strided<[6], offset: 3>>, memref<4xi64>) -> ()
  %r = memref.load %t[%c2] : memref<4xi64>

// --- ALIGNED
  %m = memref.alloca() {alignment = 64} : memref<4xi64>
  %v = memref.assume_alignment %m, 64 : memref<4xi64>
  memref.store %x, %v[%c2] : memref<4xi64>
  %r = memref.load %m[%c2] : memref<4xi64>

// --- LOCAL
  %m = memref.alloc() : memref<64xi64, #opencl.address_space<local>>
  %l = opencl.get_local_id 0 : index
  memref.store %x, %m[%l] : memref<64xi64, #opencl.address_space<local>>
  opencl.barrier local
  %k = arith.xori %l, %c1 : index
  %r = memref.load %m[%k] : memref<64xi64, #opencl.address_space<local>>
  memref.dealloc %m : memref<64xi64, #opencl.address_space<local>>

// --- DYNAMIC_STACK
  %size = arith.addi %i, %c2 : index
  %m = memref.alloca(%size, %c3) : memref<?x?xi64>
  memref.store %one, %m[%i, %c1] : memref<?x?xi64>
  memref.store %x, %m[%i, %c2] : memref<?x?xi64>
  %r = memref.load %m[%i, %c2] : memref<?x?xi64>

// --- SPACE
  %m = memref.alloca() : memref<4xi64>
  %v = "memref.memory_space_cast"(%m) : (memref<4xi64>) -> memref<4xi64, #opencl.address_space<generic>>
  memref.store %x, %v[%c2] : memref<4xi64, #opencl.address_space<generic>>
  %r = memref.load %m[%c2] : memref<4xi64>

// --- GLOBAL
"memref.global"() <{sym_name = "@NAME", sym_visibility = "private", type = memref<2x3xi64, #opencl.address_space<constant>>, initial_value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>, constant}> : () -> ()

// --- LOOK_UP
  %odd = arith.andi %i, %c1 : index
  %t = memref.get_global @NAME : memref<2x3xi64, #opencl.address_space<constant>>
  %r = memref.load %t[%odd, %c2] : memref<2x3xi64, #opencl.address_space<constant>>

// --- DMA
  %m = memref.alloca() : memref<4x6xi64>
  %tag = memref.alloca() : memref<1xi32>
  %four = arith.constant 4 : index
  "memref.dma_start"(%in, %n, %m, %c1, %c2, %four, %tag, %c0) {operandSegmentSizes = array<i32: 1, 1, 1, 2, 1, 1, 1>} : (memref<64xi64, #opencl.address_space<global>>, index, memref<4x6xi64>, index, index, index, memref<1xi32>, index) -> ()
  "memref.dma_wait"(%tag, %c0, %four) {operandSegmentSizes = array<i32: 1, 1, 1>} : (memref<1xi32>, index, index) -> ()
  %r = memref.load %m[%c1, %four] : memref<4x6xi64>

// --- SCOPE
  %size = arith.addi %i, %c1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> (i64) {
    %s = "memref.alloca_scope"() ({
      %m = memref.alloca(%size) : memref<?xi64>
      memref.store %a, %m[%i] : memref<?xi64>
      %b = memref.load %m[%i] : memref<?xi64>
      %c = arith.addi %b, %one : i64
      "memref.alloca_scope.return"(%c) : (i64) -> ()
    }) : () -> i64
    scf.yield %s : i64
  }

// --- LOOP
  %many = arith.constant 1000 : index
  %size = arith.addi %i, %many : index
  %r = scf.for %j = %c0 to %many step %c1 iter_args(%a = %x) -> (i64) {
    %m = memref.alloca(%size) : memref<?xi64>
    memref.store %a, %m[%j] : memref<?xi64>
    %b = memref.load %m[%j] : memref<?xi64>
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }

// --- CARRIED
// Static memory of a loop that is carried out of an scf.if.
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %even = arith.cmpi slt, %j64, %a : i64
    %m = scf.if %even -> (memref<2xi64>) {
      %p = memref.alloca() : memref<2xi64>
      memref.store %a, %p[%c1] : memref<2xi64>
      scf.yield %p : memref<2xi64>
    } else {
      %p = memref.alloca() : memref<2xi64>
      memref.store %j64, %p[%c1] : memref<2xi64>
      scf.yield %p : memref<2xi64>
    }
    %b = memref.load %m[%c1] : memref<2xi64>
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }

// --- ATOMIC
  %m = memref.alloca() : memref<2xi64>
  memref.store %x, %m[%c1] : memref<2xi64>
  %old = "memref.atomic_rmw"(%n64, %m, %c1) <{kind = 1 : i64}> : (i64, memref<2xi64>, index) -> i64
  %new = memref.load %m[%c1] : memref<2xi64>
  %r = arith.addi %old, %new : i64

// --- HEAP
  %m = memref.alloc() : memref<4xi64>
  memref.store %x, %m[%c1] : memref<4xi64>
  %r = memref.load %m[%c1] : memref<4xi64>

// --- FREE
  %m = memref.alloca() : memref<4xi64>
  memref.dealloc %m : memref<4xi64>
  %r = arith.constant 0 : i64

// --- UNRANKED
  %m = memref.alloca() : memref<4xi64>
  %u = "memref.cast"(%m) : (memref<4xi64>) -> memref<*xi64>
  %r = arith.constant 0 : i64
