// RUN: xdsl-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s

func.func @number_of_tiles(%a: tensor<5x7xf32>, %b: tensor<2x7x4xf32>, %p: f32) {
  %r = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [4] into %b : tensor<5x7xf32> -> tensor<2x7x4xf32>
  func.return
}

// CHECK: 'linalg.pack': 'inner_dims_pos' has the dimensions [0, 1], 'inner_tiles' 1 sizes; give each dimension one

// -----

func.func @a_dimension_twice(%a: tensor<5x7xf32>, %b: tensor<2x7x4x3xf32>, %p: f32) {
  %r = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 0] inner_tiles = [4, 3] into %b : tensor<5x7xf32> -> tensor<2x7x4x3xf32>
  func.return
}

// CHECK: 'linalg.pack': 'inner_dims_pos' is [0, 0]; it takes different dimensions of tensor<5x7xf32>

// -----

func.func @another_dimension(%a: tensor<2x4xf32>, %b: tensor<8xf32>) {
  %r = linalg.unpack %a inner_dims_pos = [1] inner_tiles = [4] into %b : tensor<2x4xf32> -> tensor<8xf32>
  func.return
}

// CHECK: 'linalg.unpack': 'inner_dims_pos' is [1]; it takes different dimensions of tensor<8xf32>

// -----

func.func @order(%a: tensor<8x6xf32>, %b: tensor<2x6x4xf32>) {
  %r = linalg.pack %a outer_dims_perm = [0] inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<8x6xf32> -> tensor<2x6x4xf32>
  func.return
}

// CHECK: 'linalg.pack': 'outer_dims_perm' is [0], no permutation of the 2 dimensions of tensor<8x6xf32>

// -----

func.func @no_elements(%a: tensor<8xf32>, %b: tensor<8x0xf32>) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [0] into %b : tensor<8xf32> -> tensor<8x0xf32>
  func.return
}

// CHECK: 'linalg.pack' has a tile of 0 elements; each has 1 or more

// -----

func.func @size_of_the_tile(%a: tensor<8xf32>, %b: tensor<2x3xf32>) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<8xf32> -> tensor<2x3xf32>
  func.return
}

// CHECK: 'linalg.pack': the packed tensor is tensor<2x3xf32>; the tiles of tensor<8xf32> are tensor<2x4xf32>

// -----

func.func @size_of_the_tile_as_an_operand(%a: tensor<8xf32>, %b: tensor<2x4xf32>, %n: index) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : tensor<8xf32> -> tensor<2x4xf32>
  func.return
}

// CHECK: 'linalg.pack': the packed tensor is tensor<2x4xf32>; the tiles of tensor<8xf32> are tensor<?x?xf32>

// -----

func.func @number_of_the_tiles(%a: tensor<5x7xf32>, %b: tensor<2x3x2x3xf32>) {
  %r = linalg.unpack %b inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %a : tensor<2x3x2x3xf32> -> tensor<5x7xf32>
  func.return
}

// CHECK: 'linalg.unpack': the packed tensor is tensor<2x3x2x3xf32>; the tiles of tensor<5x7xf32> are tensor<3x3x2x3xf32>

// -----

func.func @elements(%a: tensor<8xf32>, %b: tensor<2x4xf64>) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<8xf32> -> tensor<2x4xf64>
  func.return
}

// CHECK: 'linalg.pack': the packed tensor is tensor<2x4xf64>; the tiles of tensor<8xf32> are tensor<2x4xf32>

// -----

func.func @no_padding(%a: tensor<7xf32>, %b: tensor<2x4xf32>) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<7xf32> -> tensor<2x4xf32>
  func.return
}

// CHECK: 'linalg.pack' of tensor<7xf32> has tiles that are not full; give it a 'padding_value'

// -----

func.func @no_padding_of_an_unknown_tile(%a: tensor<7xf32>, %b: tensor<2x?xf32>, %n: index) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : tensor<7xf32> -> tensor<2x?xf32>
  func.return
}

// CHECK: 'linalg.pack' of tensor<7xf32> has tiles that are not full; give it a 'padding_value'

// -----

func.func @type_of_the_padding(%a: tensor<7xf32>, %b: tensor<2x4xf32>, %p: i32) {
  %r = linalg.pack %a padding_value(%p : i32) inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<7xf32> -> tensor<2x4xf32>
  func.return
}

// CHECK: 'linalg.pack' of tensor<7xf32> pads with f32, got i32

// -----

func.func @memory(%a: memref<8xf32>, %b: memref<2x4xf32>) {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : memref<8xf32> -> memref<2x4xf32>
  func.return
}

// CHECK: memref<8xf32> should be of base attribute tensor

// -----

func.func @operands(%a: tensor<8xf32>, %b: tensor<2x4xf32>, %n: index) {
  %r = "linalg.unpack"(%b, %a, %n) <{inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 4>}> : (tensor<2x4xf32>, tensor<8xf32>, index) -> tensor<8xf32>
  func.return
}

// CHECK: 'linalg.unpack' has 1 sizes of tiles as operands; 'static_inner_tiles' has places for 0
