// --- FOR_BOUNDS
  %r = affine.for %j = max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n] to min affine_map<(d0) -> (d0 + 7, 40)>(%i) step 3 iter_args(%a = %x) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %b = arith.addi %a, %j64 : i64
    affine.yield %b : i64
  }

// --- FOR_CONSTANT
  %m = memref.alloca() : memref<8x2xi64>
  affine.for %j = 0 to 8 {
    affine.store %x, %m[%j, 1] : memref<8x2xi64>
  }
  affine.store %one, %m[3, 1] : memref<8x2xi64>
  %r = affine.for %j = 1 to 5 iter_args(%a = %z) -> (i64) {
    %v = affine.load %m[%j + 2, 1] : memref<8x2xi64>
    %b = arith.addi %a, %v : i64
    affine.yield %b : i64
  }

// --- LOAD_STORE
// A constant index, a symbol and a remainder.
  %a = affine.load %in[5] : BUFFER
  %b = affine.load %in[(%i + 60) mod 64] : BUFFER
  %c = affine.load %in[%i floordiv 2 + %n] : BUFFER
  %d = arith.addi %a, %b : i64
  %r = arith.subi %d, %c : i64

// --- IF_SET
  %r = "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>}> ({
    affine.yield %x : i64
  }, {
    affine.yield %one : i64
  }) : (index, index) -> i64

// --- IF_WITHOUT_ELSE
  %m = memref.alloca() : memref<1xi64>
  affine.store %one, %m[0] : memref<1xi64>
  "affine.if"(%xi) <{condition = affine_set<(d0) : (d0 - 4 <= 0)>}> ({
    affine.store %x, %m[0] : memref<1xi64>
    affine.yield
  }, {
  }) : (index) -> ()
  %r = affine.load %m[0] : memref<1xi64>

// --- PARALLEL
  %m = memref.alloca() : memref<10x4xi64>
  affine.for %j = 0 to 10 {
    affine.for %k = 0 to 4 {
      affine.store %z, %m[%j, %k] : memref<10x4xi64>
    }
  }
  "affine.parallel"(%i, %n) <{reductions = [], lowerBoundsMap = affine_map<() -> (1, 0)>, lowerBoundsGroups = dense<1> : vector<2xi32>, upperBoundsMap = affine_map<(d0)[s0] -> (d0, s0, 9, 4)>, upperBoundsGroups = dense<[3, 1]> : vector<2xi32>, steps = [2 : i64, 3 : i64]}> ({
  ^bb0(%j: index, %k: index):
    affine.store %x, %m[%j, %k] : memref<10x4xi64>
    affine.yield
  }) : (index, index) -> ()
  %r = affine.for %j = 0 to 10 iter_args(%a = %z) -> (i64) {
    %s = affine.for %k = 0 to 4 iter_args(%b = %a) -> (i64) {
      %v = affine.load %m[%j, %k] : memref<10x4xi64>
      %w = arith.addi %b, %v : i64
      affine.yield %w : i64
    }
    affine.yield %s : i64
  }

// --- VECTOR_ACCESS
  %m = memref.alloca() : memref<8xi64>
  %v = affine.vector_load %in[%i floordiv 16 * 4] : BUFFER, vector<4xi64>
  affine.vector_store %v, %m[2] : memref<8xi64>, vector<4xi64>
  %a = affine.load %m[2] : memref<8xi64>
  %b = affine.load %m[5] : memref<8xi64>
  %c = arith.shli %a, %one : i64
  %r = arith.subi %c, %b : i64

// --- REDUCED
// The reduction of every second of the first elements.
  %q = "affine.parallel"(%i) <{{reductions = [{kind}], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<(d0) -> (d0, 9)>, upperBoundsGroups = dense<2> : tensor<1xi32>, steps = [2]}}> ({{
  ^bb0(%j: index):
    %v = memref.load %in[%j] : BUFFER
    %w = arith.sitofp %v : i64 to f64
    affine.yield {x} : {type}
  }}) : (index) -> {type}
