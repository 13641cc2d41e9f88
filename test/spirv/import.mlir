// RUN: xdsl-opencl import %S/../unit/data/spirv/saxpy.spv | filecheck %s
// RUN: xdsl-opencl import %S/../unit/data/spirv/ids20.spv | filecheck %s --check-prefix=IDS
// RUN: xdsl-opencl import %S/../unit/data/spirv/blur.spv | filecheck %s --check-prefix=BLUR
// RUN: xdsl-opencl import %S/../unit/data/spirv/assert.spv | filecheck %s --check-prefix=ASSERT
// RUN: xdsl-opencl disassemble %S/../unit/data/spirv/saxpy.spv | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opencl info %S/../unit/data/spirv/saxpy.spv | filecheck %s --check-prefix=INFO

// The translator makes each kernel a wrapper of the function with its body.
// CHECK: builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]}
// CHECK: func.func @[[BODY:.+]](%{{.+}}: f32, %{{.+}}: !llvm.ptr<1> {llvm.readonly, llvm.align = 4 : i64}
// CHECK: opencl.get_global_id 0 : i64
// CHECK: opencl.builtin "fma"
// CHECK: opencl.kernel @saxpy(
// CHECK-NEXT: func.call @[[BODY]](

// Built-in variables are queries; a dimension that is computed is one, too.
// IDS: opencl.get_global_linear_id : i64
// IDS: opencl.get_local_linear_id : i64
// IDS: opencl.get_group_id 0 : i64
// IDS: opencl.get_enqueued_local_size %{{.+}} : i64

// BLUR: opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
// BLUR: opencl.read_image f %{{.+}}[%{{.+}}] sampler %{{.+}} : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
// BLUR: opencl.write_image f

// TEXT: ; SPIR-V
// TEXT-NEXT: ; Version: 1.0
// TEXT-NEXT: ; Generator: Khronos LLVM/SPIR-V Translator; 14
// TEXT: OpCapability Kernel
// TEXT: OpEntryPoint Kernel %{{[0-9]+}} "saxpy"

// INFO: saxpy.spv: host
// INFO: kernel saxpy
// INFO: 8 void* global_pointer

// DPC++'s `assert`, which calls a function of a function of the driver.
// ASSERT: %[[NO:.+]] = arith.constant false
// ASSERT-NEXT: cf.assert %[[NO]], "rtc.cpp:6: void assertk(const int *, int *): x[i] < 100000 && \22too large\22"
