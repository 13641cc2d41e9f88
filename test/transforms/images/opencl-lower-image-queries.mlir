// RUN: xdsl-opt %s -p 'opencl-lower-image-queries{source=operands}' --split-input-file | filecheck %s --check-prefix=OPERANDS
// RUN: xdsl-opt %s -p 'opencl-lower-image-queries{source=argument-buffer}' --split-input-file | filecheck %s --check-prefix=BUFFER
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-lower-image-queries' --split-input-file | filecheck %s --check-prefix=OPERANDS
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=gfx803},opencl-lower-image-queries' --split-input-file | filecheck %s --check-prefix=OPERANDS

// The interim form's example: a.width at byte 64 - 48, b.height (i 1, j 1) at 88 - 48 of
// the implicit arguments.

// OPERANDS:      opencl.kernel @k(%a: {{.*}}, %__size_a: vector<3xi32> {{.*}}, %__format_a: {{.*}}, %b: {{.*}}, %__size_b: {{.*}}, %__format_b: {{.*}}, %out: !llvm.ptr<1>) {
// OPERANDS-NEXT:   %w = vector.extract %__size_a[0]
// OPERANDS-NEXT:   %h = vector.extract %__size_b[1]
// BUFFER:        opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image3d_t, write_only>, %out: !llvm.ptr<1>) {
// BUFFER-NEXT:     %b_height = opencl.load_argument implicit[40] : i32
// BUFFER-NEXT:     %a_width = opencl.load_argument implicit[16] : i32
// BUFFER-NEXT:     %sum = arith.addi %a_width, %b_height : i32
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image3d_t, write_only>, %out: !llvm.ptr<1>) {
  %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
  %h = opencl.get_image_height %b : !opencl.image<image3d_t, write_only> -> i32
  %sum = arith.addi %w, %h : i32
  llvm.store %sum, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// Every dword of three images; samplers and numbers between them do not count.

// BUFFER-LABEL:  opencl.kernel @all(
// BUFFER-DAG:      %a_channel_order = opencl.load_argument implicit[32] : i32
// BUFFER-DAG:      %a_channel_data_type = opencl.load_argument implicit[28] : i32
// BUFFER-DAG:      %a_height = opencl.load_argument implicit[20] : i32
// BUFFER-DAG:      %a_width = opencl.load_argument implicit[16] : i32
// BUFFER-DAG:      %b_width = opencl.load_argument implicit[36] : i32
// BUFFER-DAG:      %c_width = opencl.load_argument implicit[56] : i32
// BUFFER-DAG:      %c_height = opencl.load_argument implicit[60] : i32
// BUFFER-DAG:      %c_depth = opencl.load_argument implicit[64] : i32
// BUFFER:          %[[ONE:.*]] = arith.constant dense<[0, 0, 1]> : vector<3xi32>
// BUFFER-NEXT:     %[[W:.*]] = vector.insert %a_width, %[[ONE]] [0]
// BUFFER-NEXT:     %size = vector.insert %a_height, %[[W]] [1]
// BUFFER-NEXT:     %[[F:.*]] = arith.constant dense<0> : vector<2xi32>
// BUFFER-NEXT:     %[[T:.*]] = vector.insert %a_channel_data_type, %[[F]] [0]
// BUFFER-NEXT:     %format = vector.insert %a_channel_order, %[[T]] [1]
// BUFFER-NEXT:     %[[D:.*]] = arith.constant dense<0> : vector<4xi32>
// BUFFER-NEXT:     %[[D0:.*]] = vector.insert %c_width, %[[D]] [0]
// BUFFER-NEXT:     %[[D1:.*]] = vector.insert %c_height, %[[D0]] [1]
// BUFFER-NEXT:     %dim = vector.insert %c_depth, %[[D1]] [2]
// BUFFER-NEXT:     func.call @use(%size, %format, %dim, %b_width)
// OPERANDS:        func.call @use(%__size_a, %__format_a, %dim, %w)
func.func private @use(vector<3xi32>, vector<2xi32>, vector<4xi32>, i32)
opencl.kernel @all(%s: !opencl.sampler, %a: !opencl.image<image2d_t, read_only>, %n: i32, %b: !opencl.image<image1d_buffer_t, read_write>, %t: !opencl.sampler, %c: !opencl.image<image3d_t, write_only>) {
  %size = opencl.image_size %a : !opencl.image<image2d_t, read_only> -> vector<3xi32>
  %format = opencl.image_format %a : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  %dim = opencl.get_image_dim %c : !opencl.image<image3d_t, write_only> -> vector<4xi32>
  %w = opencl.get_image_width %b : !opencl.image<image1d_buffer_t, read_write> -> i32
  func.call @use(%size, %format, %dim, %w) : (vector<3xi32>, vector<2xi32>, vector<4xi32>, i32) -> ()
  opencl.return
}

// -----

// The value travels with the image; one load for an attribute of an image.

// BUFFER-LABEL:  opencl.kernel @travels(
// BUFFER-DAG:      %a_width = opencl.load_argument implicit[16] : i32
// BUFFER-DAG:      %b_width = opencl.load_argument implicit[36] : i32
// BUFFER:          %x_width = arith.select %c, %a_width, %b_width : i32
// BUFFER:          func.call @f(%x, %x_width) : (!opencl.image<image2d_t, read_only>, i32) -> ()
// BUFFER-NEXT:     func.call @f(%a, %a_width) : (!opencl.image<image2d_t, read_only>, i32) -> ()
// BUFFER:        func.func @f(%i: !opencl.image<image2d_t, read_only>, %i_width: i32) {
// BUFFER-NEXT:     func.call @use(%i_width)
// OPERANDS-LABEL: opencl.kernel @travels(
// OPERANDS:        %x_size = arith.select %c, %__size_a, %__size_b : vector<3xi32>
// OPERANDS:        func.call @f(%x, %x_size)
// OPERANDS-NEXT:   func.call @f(%a, %__size_a)
opencl.kernel @travels(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %c: i1) {
  %x = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
  func.call @f(%x) : (!opencl.image<image2d_t, read_only>) -> ()
  func.call @f(%a) : (!opencl.image<image2d_t, read_only>) -> ()
  opencl.return
}
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %w = opencl.get_image_width %i : !opencl.image<image2d_t, read_only> -> i32
  func.call @use(%w) : (i32) -> ()
  func.return
}
func.func private @use(i32)
