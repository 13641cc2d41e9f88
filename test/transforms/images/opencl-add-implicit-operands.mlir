// RUN: xdsl-opt %s -p opencl-add-implicit-operands --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-add-implicit-operands,opencl-add-implicit-operands --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-add-implicit-operands,canonicalize,cse,opencl-add-implicit-operands --split-input-file | filecheck %s --check-prefix=TWICE

// TWICE: opencl.kernel @worked
// TWICE-NOT: opencl.get_image

// The worked example of the original pass, at the level of the dialect.

// CHECK:       opencl.kernel @worked(
// CHECK-SAME:      %img: !opencl.image<image2d_t, read_only> {opencl.name = "img", opencl.type_name = "myimg", opencl.type_qualifiers = "const"},
// CHECK-SAME:      %__size_img: vector<3xi32> {opencl.name = "__size_img", opencl.type_name = "__llvm_image_size", opencl.base_type_name = "__llvm_image_size", opencl.access = "read_only", opencl.type_qualifiers = "const"},
// CHECK-SAME:      %__format_img: vector<2xi32> {opencl.name = "__format_img", opencl.type_name = "__llvm_image_format", opencl.base_type_name = "__llvm_image_format", opencl.access = "read_only", opencl.type_qualifiers = "const"},
// CHECK-SAME:      %s: !opencl.sampler, %out: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
// CHECK-NEXT:    %w = vector.extract %__size_img[0] : i32 from vector<3xi32>
// CHECK-NEXT:    %f = vector.extract %__format_img[1] : i32 from vector<2xi32>
// CHECK-NEXT:    %sum = arith.addi %w, %f : i32
// CHECK-NEXT:    llvm.store %sum, %out
// CHECK-NEXT:    opencl.return
opencl.kernel @worked(
    %img: !opencl.image<image2d_t, read_only> {opencl.name = "img", opencl.type_name = "myimg", opencl.type_qualifiers = "const"},
    %s: !opencl.sampler, %out: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
  %w = opencl.get_image_width %img : !opencl.image<image2d_t, read_only> -> i32
  %f = opencl.get_image_channel_order %img : !opencl.image<image2d_t, read_only> -> i32
  %sum = arith.addi %w, %f : i32
  llvm.store %sum, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// Every kind of image is one; the name is the one in the text where there is none in the
// reflection; a kernel without images stays.

// CHECK:       opencl.kernel @kinds(%a: !opencl.image<image1d_buffer_t, read_write>, %__size_a: vector<3xi32> {
// CHECK-SAME:    opencl.access = "read_write"}, %__format_a: vector<2xi32> {
// CHECK-SAME:    %b: !opencl.image<image2d_array_msaa_depth_t, read_only>, %__size_b: vector<3xi32> {
// CHECK-SAME:    %__format_b: vector<2xi32> {
// CHECK-NEXT:    opencl.return
opencl.kernel @kinds(%a: !opencl.image<image1d_buffer_t, read_write>,
                     %b: !opencl.image<image2d_array_msaa_depth_t, read_only>) {
  opencl.return
}

// CHECK:       opencl.kernel @none(%s: !opencl.sampler, %n: i32) {
opencl.kernel @none(%s: !opencl.sampler, %n: i32) {
  opencl.return
}

// A declaration gets the new signature.

// CHECK:       opencl.kernel private @declared(!opencl.image<image2d_t, read_only>, vector<3xi32>, vector<2xi32>, i32) -> ()
opencl.kernel private @declared(!opencl.image<image2d_t, read_only>, i32)

// -----

// All queries of a 2D and a 3D image.

// CHECK-LABEL: opencl.kernel @all(
// CHECK:         %w = vector.extract %__size_p[0] : i32 from vector<3xi32>
// CHECK-NEXT:    %h = vector.extract %__size_p[1] : i32 from vector<3xi32>
// CHECK-NEXT:    %d = vector.extract %__size_v[2] : i32 from vector<3xi32>
// CHECK-NEXT:    %t = vector.extract %__format_v[0] : i32 from vector<2xi32>
// CHECK-NEXT:    %o = vector.extract %__format_v[1] : i32 from vector<2xi32>
// CHECK-NEXT:    %d2 = vector.shuffle %__size_p, %__size_p [0, 1] : vector<3xi32>, vector<3xi32>
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant dense<0> : vector<3xi32>
// CHECK-NEXT:    %d3 = vector.shuffle %__size_v, %[[ZERO]] [0, 1, 2, 3] : vector<3xi32>, vector<3xi32>
// CHECK-NEXT:    func.call @use(%w, %h, %d, %t, %o, %d2, %d3, %__size_p, %__format_v)
func.func private @use(i32, i32, i32, i32, i32, vector<2xi32>, vector<4xi32>, vector<3xi32>, vector<2xi32>)
opencl.kernel @all(%p: !opencl.image<image2d_t, write_only>, %v: !opencl.image<image3d_t, read_only>) {
  %w = opencl.get_image_width %p : !opencl.image<image2d_t, write_only> -> i32
  %h = opencl.get_image_height %p : !opencl.image<image2d_t, write_only> -> i32
  %d = opencl.get_image_depth %v : !opencl.image<image3d_t, read_only> -> i32
  %t = opencl.get_image_channel_data_type %v : !opencl.image<image3d_t, read_only> -> i32
  %o = opencl.get_image_channel_order %v : !opencl.image<image3d_t, read_only> -> i32
  %d2 = opencl.get_image_dim %p : !opencl.image<image2d_t, write_only> -> vector<2xi32>
  %d3 = opencl.get_image_dim %v : !opencl.image<image3d_t, read_only> -> vector<4xi32>
  %size = opencl.image_size %p : !opencl.image<image2d_t, write_only> -> vector<3xi32>
  %format = opencl.image_format %v : !opencl.image<image3d_t, read_only> -> vector<2xi32>
  func.call @use(%w, %h, %d, %t, %o, %d2, %d3, %size, %format) : (i32, i32, i32, i32, i32, vector<2xi32>, vector<4xi32>, vector<3xi32>, vector<2xi32>) -> ()
  opencl.return
}

// -----

// Through functions: only those in which an image is queried get its companion. Both
// companions stand right after the image whatever order they are asked in.

// CHECK-LABEL: opencl.kernel @calls(
// CHECK:         %w = func.call @outer(%n, %a, %__size_a, %__format_a) : (i32, !opencl.image<image2d_t, read_only>, vector<3xi32>, vector<2xi32>) -> i32
// CHECK-NEXT:    %w2 = func.call @outer(%n, %b, %__size_b, %__format_b)
// CHECK-NEXT:    func.call @external(%a)
// CHECK-NEXT:    func.call @unasked(%a)
opencl.kernel @calls(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %n: i32) {
  %w = func.call @outer(%n, %a) : (i32, !opencl.image<image2d_t, read_only>) -> i32
  %w2 = func.call @outer(%n, %b) : (i32, !opencl.image<image2d_t, read_only>) -> i32
  func.call @external(%a) : (!opencl.image<image2d_t, read_only>) -> ()
  func.call @unasked(%a) : (!opencl.image<image2d_t, read_only>) -> ()
  opencl.return
}

// CHECK:       func.func @outer(%n: i32, %img: !opencl.image<image2d_t, read_only>, %img_size: vector<3xi32> {opencl.name = "__size_img", {{.*}}}, %img_format: vector<2xi32> {opencl.name = "__format_img", {{.*}}}) -> i32 {
// CHECK-NEXT:    %o = vector.extract %img_format[1]
// CHECK-NEXT:    %h = func.call @inner(%img, %img_size) : (!opencl.image<image2d_t, read_only>, vector<3xi32>) -> i32
func.func @outer(%n: i32, %img: !opencl.image<image2d_t, read_only>) -> i32 {
  %o = opencl.get_image_channel_order %img : !opencl.image<image2d_t, read_only> -> i32
  %h = func.call @inner(%img) : (!opencl.image<image2d_t, read_only>) -> i32
  %sum = arith.addi %h, %o : i32
  func.return %sum : i32
}

// CHECK:       func.func @inner(%img: !opencl.image<image2d_t, read_only>, %img_size: vector<3xi32> {{{.*}}}) -> i32 {
// CHECK-NEXT:    %h = vector.extract %img_size[1]
func.func @inner(%img: !opencl.image<image2d_t, read_only>) -> i32 {
  %h = opencl.get_image_height %img : !opencl.image<image2d_t, read_only> -> i32
  func.return %h : i32
}

// CHECK:       func.func private @external(!opencl.image<image2d_t, read_only>) -> ()
func.func private @external(!opencl.image<image2d_t, read_only>) -> ()

// CHECK:       func.func @unasked(%img: !opencl.image<image2d_t, read_only>) {
func.func @unasked(%img: !opencl.image<image2d_t, read_only>) {
  func.return
}

// -----

// A call of a kernel that is not split passes the companions on.

// CHECK-LABEL: opencl.kernel @callee(
// CHECK-LABEL: opencl.kernel @caller(
// CHECK:         %x = arith.select %c, %a, %b
// CHECK-DAG:     %x_size = arith.select %c, %__size_a, %__size_b : vector<3xi32>
// CHECK-DAG:     %x_format = arith.select %c, %__format_a, %__format_b : vector<2xi32>
// CHECK:         opencl.call_kernel @callee(%n, %b, %__size_b, %__format_b, %x, %x_size, %x_format) : i32, !opencl.image<image2d_t, read_only>, vector<3xi32>, vector<2xi32>, !opencl.image<image2d_t, read_only>, vector<3xi32>, vector<2xi32>
opencl.kernel @callee(%n: i32, %p: !opencl.image<image2d_t, read_only>, %q: !opencl.image<image2d_t, read_only>) {
  opencl.return
}
opencl.kernel @caller(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %c: i1, %n: i32) {
  %x = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
  opencl.call_kernel @callee(%n, %b, %x) : i32, !opencl.image<image2d_t, read_only>, !opencl.image<image2d_t, read_only>
  opencl.return
}

// -----

// Branches, both edges to one block among them, a loop, and a switch.

// CHECK-LABEL: opencl.kernel @blocks(
// CHECK:         cf.cond_br %c, ^[[JOIN:.*]](%a, %n, %__size_a : {{.*}}, i32, vector<3xi32>), ^[[JOIN]](%b, %n, %__size_b : {{.*}}, i32, vector<3xi32>)
// CHECK:       ^[[JOIN]](%x: !opencl.image<image2d_t, read_only>, %m: i32, %x_size: vector<3xi32>):
// CHECK-NEXT:    %w = vector.extract %x_size[0]
// CHECK-NEXT:    cf.switch %w : i32, [
// CHECK-NEXT:      default: ^[[JOIN]](%x, %w, %x_size : {{.*}}),
// CHECK-NEXT:      0: ^[[LAST:.*]](%x, %x_size : {{.*}}),
// CHECK-NEXT:      1: ^[[JOIN]](%b, %w, %__size_b : {{.*}}),
// CHECK-NEXT:      2: ^[[LAST]](%a, %__size_a : {{.*}})
// CHECK-NEXT:    ]
// CHECK:       ^[[LAST]](%y: !opencl.image<image2d_t, read_only>, %y_size: vector<3xi32>):
// CHECK-NEXT:    %h = vector.extract %y_size[1]
// CHECK-NEXT:    llvm.br ^[[MORE:.*]](%y, %y_size : {{.*}})
// CHECK:       ^[[MORE]](%z: !opencl.image<image2d_t, read_only>, %z_size: vector<3xi32>):
// CHECK-NEXT:    %d = vector.shuffle %z_size, %z_size [0, 1]
// CHECK-NEXT:    llvm.cond_br %c, ^[[MORE]](%z, %z_size : {{.*}}), ^[[END:.*]]
opencl.kernel @blocks(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %c: i1, %n: i32) {
  cf.cond_br %c, ^join(%a, %n : !opencl.image<image2d_t, read_only>, i32), ^join(%b, %n : !opencl.image<image2d_t, read_only>, i32)
^join(%x: !opencl.image<image2d_t, read_only>, %m: i32):
  %w = opencl.get_image_width %x : !opencl.image<image2d_t, read_only> -> i32
  cf.switch %w : i32, [
    default: ^join(%x, %w : !opencl.image<image2d_t, read_only>, i32),
    0: ^last(%x : !opencl.image<image2d_t, read_only>),
    1: ^join(%b, %w : !opencl.image<image2d_t, read_only>, i32),
    2: ^last(%a : !opencl.image<image2d_t, read_only>)
  ]
^last(%y: !opencl.image<image2d_t, read_only>):
  %h = opencl.get_image_height %y : !opencl.image<image2d_t, read_only> -> i32
  llvm.br ^more(%y : !opencl.image<image2d_t, read_only>)
^more(%z: !opencl.image<image2d_t, read_only>):
  %d = opencl.get_image_dim %z : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  llvm.cond_br %c, ^more(%z : !opencl.image<image2d_t, read_only>), ^end
^end:
  opencl.return
}

// -----

// Structured control flow becomes branches first.

// CHECK-LABEL: opencl.kernel @structured(
// CHECK:         cf.br ^[[FOR:.*]](%lo, %a, %__size_a : {{.*}})
// CHECK:       ^[[FOR]](%i: index, %x: !opencl.image<image2d_t, read_only>, %x_size: vector<3xi32>):
// CHECK:         cf.cond_br %{{.*}}, ^{{.*}}, ^[[LEFT:.*]](%x, %x_size : {{.*}})
// CHECK:         %h = vector.extract %x_size[1]
// CHECK:         cf.br ^[[JOIN:.*]](%x, %x_size : {{.*}})
// CHECK:         cf.br ^[[JOIN]](%b, %__size_b : {{.*}})
// CHECK:       ^[[JOIN]](%y: !opencl.image<image2d_t, read_only>, %y_size: vector<3xi32>):
// CHECK:         cf.br ^[[FOR]](%{{.*}}, %y, %y_size : {{.*}})
// CHECK:       ^[[LEFT]](%r: !opencl.image<image2d_t, read_only>, %r_size: vector<3xi32>):
// CHECK-NEXT:    cf.br ^[[WHILE:.*]](%r, %r_size : {{.*}})
// CHECK-NEXT:  ^[[WHILE]](%p: !opencl.image<image2d_t, read_only>, %p_size: vector<3xi32>):
// CHECK-NEXT:    %pw = vector.extract %p_size[0]
// CHECK-NEXT:    cf.cond_br %c, ^[[BODY:.*]](%p, %pw, %p_size : {{.*}}), ^[[DONE:.*]](%p, %pw, %p_size : {{.*}})
// CHECK-NEXT:  ^[[BODY]](%q: !opencl.image<image2d_t, read_only>, %k: i32, %q_size: vector<3xi32>):
// CHECK-NEXT:    cf.br ^[[WHILE]](%q, %q_size : {{.*}})
// CHECK-NEXT:  ^[[DONE]](%w: !opencl.image<image2d_t, read_only>, %u: i32, %w_size: vector<3xi32>):
// CHECK:         cf.switch
// CHECK:         cf.br ^[[CHOSEN:.*]](%a, %__size_a : {{.*}})
// CHECK:         cf.br ^[[CHOSEN]](%w, %w_size : {{.*}})
// CHECK:       ^[[CHOSEN]](%s: !opencl.image<image2d_t, read_only>, %s_size: vector<3xi32>):
// CHECK-NEXT:    %last = vector.extract %s_size[0]
opencl.kernel @structured(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %c: i1, %lo: index, %hi: index, %one: index, %out: !llvm.ptr<1>) {
  %r = scf.for %i = %lo to %hi step %one iter_args(%x = %a) -> (!opencl.image<image2d_t, read_only>) {
    %h = opencl.get_image_height %x : !opencl.image<image2d_t, read_only> -> i32
    %y = scf.if %c -> (!opencl.image<image2d_t, read_only>) {
      scf.yield %x : !opencl.image<image2d_t, read_only>
    } else {
      scf.yield %b : !opencl.image<image2d_t, read_only>
    }
    scf.yield %y : !opencl.image<image2d_t, read_only>
  }
  %w, %u = scf.while (%p = %r) : (!opencl.image<image2d_t, read_only>) -> (!opencl.image<image2d_t, read_only>, i32) {
    %pw = opencl.get_image_width %p : !opencl.image<image2d_t, read_only> -> i32
    scf.condition(%c) %p, %pw : !opencl.image<image2d_t, read_only>, i32
  } do {
  ^bb0(%q: !opencl.image<image2d_t, read_only>, %k: i32):
    scf.yield %q : !opencl.image<image2d_t, read_only>
  }
  %s = scf.index_switch %lo -> !opencl.image<image2d_t, read_only>
  case 0 {
    scf.yield %w : !opencl.image<image2d_t, read_only>
  }
  default {
    scf.yield %a : !opencl.image<image2d_t, read_only>
  }
  %last = opencl.get_image_width %s : !opencl.image<image2d_t, read_only> -> i32
  llvm.store %last, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// A query through a cast of the image.

// CHECK-LABEL: opencl.kernel @cast(
// CHECK:         %w = vector.extract %__size_a[0]
opencl.kernel @cast(%a: !opencl.image<image2d_t, read_only>, %out: !llvm.ptr<1>) {
  %p = builtin.unrealized_conversion_cast %a : !opencl.image<image2d_t, read_only> to !llvm.ptr<1>
  %q = llvm.bitcast %p : !llvm.ptr<1> to !llvm.ptr<1>
  %b = builtin.unrealized_conversion_cast %q : !llvm.ptr<1> to !opencl.image<image2d_t, read_only>
  %w = opencl.get_image_width %b : !opencl.image<image2d_t, read_only> -> i32
  llvm.store %w, %out : i32, !llvm.ptr<1>
  opencl.return
}

// Nothing but a query of its result asks for what a loop carries.
// CHECK-LABEL: opencl.kernel @result_of_while(
// CHECK:         cf.br ^[[WHILE:.*]](%a, %__size_a : {{.*}})
// CHECK-NEXT:  ^[[WHILE]](%p: !opencl.image<image2d_t, read_only>, %p_size: vector<3xi32>):
// CHECK-NEXT:    cf.cond_br %go, ^[[BODY:.*]](%c, %p : {{.*}}), ^[[DONE:.*]](%c, %p, %p_size : {{.*}})
// CHECK-NEXT:  ^[[BODY]](%j: i32, %q: !opencl.image<image2d_t, read_only>):
// CHECK-NEXT:    cf.br ^[[WHILE]](%b, %__size_b : {{.*}})
// CHECK-NEXT:  ^[[DONE]](%k: i32, %w: !opencl.image<image2d_t, read_only>, %w_size: vector<3xi32>):
// CHECK-NEXT:    vector.extract %w_size[0]
opencl.kernel @result_of_while(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %o: !llvm.ptr<1>, %c: i32) {
  %zero = arith.constant 0 : i32
  %go = arith.cmpi ne, %c, %zero : i32
  %k, %w = scf.while (%p = %a) : (!opencl.image<image2d_t, read_only>) -> (i32, !opencl.image<image2d_t, read_only>) {
    scf.condition(%go) %c, %p : i32, !opencl.image<image2d_t, read_only>
  } do {
  ^bb0(%j: i32, %q: !opencl.image<image2d_t, read_only>):
    scf.yield %b : !opencl.image<image2d_t, read_only>
  }
  %s = opencl.get_image_width %w : !opencl.image<image2d_t, read_only> -> i32
  llvm.store %s, %o : i32, !llvm.ptr<1>
  opencl.return
}
