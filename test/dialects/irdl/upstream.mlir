// REQUIRES: mlir-opt-19
// Our generic form is read by upstream, whose passes run around the operations.
// RUN: xdsl-opt %s -t 'opencl-mlir{print-generic-format=true print-properties-as-attributes=true}' | %mlir-opt-19 --irdl-file=%root/dialects/opencl.irdl.mlir --cse --canonicalize > %t.mlir
// RUN: filecheck %s < %t.mlir --check-prefix=UPSTREAM
// Upstream's output is read by a plain xdsl-opt.
// RUN: xdsl-opt %t.mlir | filecheck %s
// And again, with nothing lost.
// RUN: xdsl-opt %t.mlir -t 'opencl-mlir{print-generic-format=true print-properties-as-attributes=true}' | %mlir-opt-19 --irdl-file=%root/dialects/opencl.irdl.mlir > %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// UPSTREAM: module attributes {opencl.target = #opencl.target<"amdhsa", "gfx1100", ["+cumode"], 5 : i32, 32 : i32, 64 : i32>}
// CHECK: builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+cumode"], code_object_version = 5, wave_size = 32>}
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+cumode"], code_object_version = 5, wave_size = 32>} {
  // UPSTREAM: "opencl.program_sampler"() {sym_name = "nearest", value = #opencl.sampler<false, "clamp_to_edge", "nearest">}
  // CHECK: opencl.program_sampler @nearest <normalized = false, addressing = clamp_to_edge, filter = nearest>
  "opencl.program_sampler"() <{sym_name = "nearest", value = #opencl.sampler<normalized = false, addressing = clamp_to_edge, filter = nearest>}> : () -> ()

  // UPSTREAM: func.func @blur(%arg0: !opencl.image<"image2d_t", "read_only">, %arg1: !opencl.sampler, %arg2: memref<?xf32, #opencl.address_space<"global">>, %arg3: vector<2xi32>)
  // CHECK: func.func @blur(%{{.*}}: !opencl.image<image2d_t, read_only>, %{{.*}}: !opencl.sampler, %{{.*}}: memref<?xf32, #opencl.address_space<global>>, %{{.*}}: vector<2xi32>)
  func.func @blur(%image: !opencl.image<image2d_t, read_only>, %sampler: !opencl.sampler, %out: memref<?xf32, #opencl.address_space<global>>, %at: vector<2xi32>) attributes {opencl.kernel} {
    // UPSTREAM: %[[c:.*]] = arith.constant 3 : i32
    // UPSTREAM-NOT: arith.constant 3 : i32
    %one = arith.constant 3 : i32
    %two = arith.constant 3 : i32
    // UPSTREAM: "opencl.get_global_id"() {dimension = 0 : i32} : () -> i32
    // UPSTREAM: "opencl.get_global_id"(%[[c]]) : (i32) -> i32
    // UPSTREAM: "opencl.get_global_id"(%[[c]]) : (i32) -> i32
    // CHECK: opencl.get_global_id 0 : i32
    %x = opencl.get_global_id 0 : i32
    %y = "opencl.get_global_id"(%one) : (i32) -> i32
    %z = "opencl.get_global_id"(%two) : (i32) -> i32
    %sum = arith.addi %y, %z : i32
    // UPSTREAM: "opencl.read_image"(%arg0, %{{.*}}, %arg1) {element = #opencl.element<"f">, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, operand_segment_sizes = array<i32: 1, 1, 1, 0, 0, 0, 0>}
    // CHECK: opencl.read_image f %{{.*}}[%{{.*}}] sampler %{{.*}} : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    %pixel = "opencl.read_image"(%image, %at, %sampler) <{element = #opencl<element f>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>}> : (!opencl.image<image2d_t, read_only>, vector<2xi32>, !opencl.sampler) -> vector<4xf32>
    // UPSTREAM: "opencl.barrier"() {flags = #opencl.fence_flags<"local|global">}
    // CHECK: opencl.barrier local|global
    "opencl.barrier"() <{flags = #opencl<fence_flags global|local>}> : () -> ()
    %i = arith.index_cast %x : i32 to index
    %red = arith.sitofp %sum : i32 to f32
    // UPSTREAM: "opencl.atomic_rmw"(%arg2, %{{.*}}, %{{.*}}) {kind = #opencl.atomic_kind<"fadd">, order = #opencl.memory_order<"relaxed">, scope = #opencl.memory_scope<"device">}
    // CHECK: opencl.atomic_rmw fadd relaxed device %{{.*}}[%{{.*}}], %{{.*}} : memref<?xf32, #opencl.address_space<global>>, f32
    %old = opencl.atomic_rmw fadd relaxed device %out[%i], %red : memref<?xf32, #opencl.address_space<global>>, f32
    func.return
  }
}
