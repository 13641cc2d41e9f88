// RUN: xdsl-opt --allow-unregistered-dialect --disable-verify %s -p opencl-raise-kernels,opencl-raise-builtins | filecheck %s
// RUN: xdsl-opt --allow-unregistered-dialect --disable-verify %s -p opencl-raise-kernels,opencl-raise-builtins | xdsl-opt -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=ASM

// The module below is what LLVM 22's tools print:
//   clang -x cl -cl-std=CL2.0 -target spir64-unknown-unknown -O1 -fno-strict-aliasing
//     -Xclang -disable-llvm-passes -S -emit-llvm -o - k.cl | opt -S -passes=sroa
//     | mlir-translate --import-llvm --mlir-print-op-generic

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @scale(%{{.*}}: f32 {llvm.noundef}) -> f32
// CHECK:        opencl.kernel @k(%[[A:.*]]: !opencl.image<image2d_t, read_only>, %[[Q:.*]]: !opencl.sampler, %[[OUT:.*]]: !llvm.ptr<1> {llvm.align = 4 : i64, llvm.noundef}, %{{.*}}: i32 {llvm.noundef})
// CHECK:          %[[T:.*]] = opencl.local !llvm.array<16 x f32> align 4 : !llvm.ptr<3>
// CHECK:          opencl.get_global_id 0 : i64
// CHECK:          opencl.get_local_id 0 : i64
// CHECK:          opencl.barrier local
// CHECK:          opencl.read_image f %[[A]][%{{.*}}] sampler %[[Q]] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
// CHECK:          func.call @scale(%{{.*}}) : (f32) -> f32
// CHECK:          opencl.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// ASM: image_sample

"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 4 : i64, dso_local, global_type = !llvm.array<16 x f32>, linkage = #llvm.linkage<internal>, sym_name = "k.t", visibility_ = 0 : i64}> ({
    %22 = "llvm.mlir.undef"() : () -> !llvm.array<16 x f32>
    "llvm.return"(%22) : (!llvm.array<16 x f32>) -> ()
  }) : () -> ()
  "llvm.module_flags"() <{flags = [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<max, "frame-pointer", 2 : i32>]}> : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, arg_attrs = [{llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<f32 (f32)>, linkage = #llvm.linkage<external>, no_unwind, passthrough = ["norecurse", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], sym_name = "scale", visibility_ = 0 : i64}> ({
  ^bb0(%arg8: f32):
    %20 = "llvm.mlir.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %21 = "llvm.fmul"(%arg8, %20) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "llvm.return"(%21) : (f32) -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_kernelcc>, arg_attrs = [{}, {}, {llvm.align = 4 : i64, llvm.noundef}, {llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<void (target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, target<"spirv.Sampler">, ptr<1>, i32)>, linkage = #llvm.linkage<external>, no_unwind, passthrough = ["norecurse", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["uniform-work-group-size", "false"]], sym_name = "k", visibility_ = 0 : i64}> ({
  ^bb0(%arg4: !llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, %arg5: !llvm.target<"spirv.Sampler">, %arg6: !llvm.ptr<1>, %arg7: i32):
    "llvm.call"(%arg4, %arg5, %arg6, %arg7) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{}, {}, {llvm.align = 4 : i64, llvm.noundef}, {llvm.noundef}], callee = @__clang_ocl_kern_imp_k, convergent, fastmathFlags = #llvm.fastmath<none>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 4, 0>}> : (!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, !llvm.target<"spirv.Sampler">, !llvm.ptr<1>, i32) -> ()
    "llvm.return"() : () -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, always_inline, arg_attrs = [{}, {}, {llvm.align = 4 : i64, llvm.noundef}, {llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<void (target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, target<"spirv.Sampler">, ptr<1>, i32)>, linkage = #llvm.linkage<external>, no_unwind, passthrough = ["norecurse", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["uniform-work-group-size", "false"]], sym_name = "__clang_ocl_kern_imp_k", visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, %arg1: !llvm.target<"spirv.Sampler">, %arg2: !llvm.ptr<1>, %arg3: i32):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.mlir.addressof"() <{global_name = @k.t}> : () -> !llvm.ptr<3>
    %2 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
    %3 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %4 = "llvm.mlir.poison"() : () -> vector<2xi32>
    %5 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
    %6 = "llvm.getelementptr"(%1, %2, %5) <{elem_type = !llvm.array<16 x f32>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, -2147483648>}> : (!llvm.ptr<3>, i64, i64) -> !llvm.ptr<3>
    %7 = "llvm.call"(%0) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{llvm.noundef}], callee = @_Z13get_global_idj, convergent, fastmathFlags = #llvm.fastmath<none>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>, will_return}> : (i32) -> i64
    %8 = "llvm.getelementptr"(%arg2, %7) <{elem_type = f32, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    %9 = "llvm.load"(%8) <{alignment = 4 : i64, ordering = 0 : i64}> : (!llvm.ptr<1>) -> f32
    %10 = "llvm.call"(%0) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{llvm.noundef}], callee = @_Z12get_local_idj, convergent, fastmathFlags = #llvm.fastmath<none>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>, will_return}> : (i32) -> i64
    %11 = "llvm.getelementptr"(%1, %2, %10) <{elem_type = !llvm.array<16 x f32>, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648, -2147483648>}> : (!llvm.ptr<3>, i64, i64) -> !llvm.ptr<3>
    "llvm.store"(%9, %11) <{alignment = 4 : i64, ordering = 0 : i64}> : (f32, !llvm.ptr<3>) -> ()
    "llvm.call"(%3) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{llvm.noundef}], callee = @_Z7barrierj, convergent, fastmathFlags = #llvm.fastmath<none>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
    %12 = "llvm.insertelement"(%4, %arg3, %0) : (vector<2xi32>, i32, i32) -> vector<2xi32>
    %13 = "llvm.insertelement"(%12, %arg3, %3) : (vector<2xi32>, i32, i32) -> vector<2xi32>
    %14 = "llvm.call"(%arg0, %arg1, %13) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{}, {}, {llvm.noundef}], callee = @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i, convergent, fastmathFlags = #llvm.fastmath<none>, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>, will_return}> : (!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, !llvm.target<"spirv.Sampler">, vector<2xi32>) -> vector<4xf32>
    %15 = "llvm.extractelement"(%14, %2) : (vector<4xf32>, i64) -> f32
    %16 = "llvm.call"(%15) <{CConv = #llvm.cconv<spir_funccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{llvm.noundef}], callee = @scale, convergent, fastmathFlags = #llvm.fastmath<none>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %17 = "llvm.load"(%6) <{alignment = 4 : i64, ordering = 0 : i64}> : (!llvm.ptr<3>) -> f32
    %18 = "llvm.fadd"(%16, %17) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %19 = "llvm.getelementptr"(%arg2, %7) <{elem_type = f32, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    "llvm.store"(%18, %19) <{alignment = 4 : i64, ordering = 0 : i64}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, arg_attrs = [{llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<i64 (i32)>, linkage = #llvm.linkage<external>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], sym_name = "_Z13get_global_idj", visibility_ = 0 : i64, will_return}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, arg_attrs = [{llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<i64 (i32)>, linkage = #llvm.linkage<external>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], sym_name = "_Z12get_local_idj", visibility_ = 0 : i64, will_return}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, arg_attrs = [{llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], sym_name = "_Z7barrierj", visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<spir_funccc>, arg_attrs = [{}, {}, {llvm.noundef}], convergent, dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<vector<4xf32> (target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>, target<"spirv.Sampler">, vector<2xi32>)>, linkage = #llvm.linkage<external>, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], sym_name = "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i", visibility_ = 0 : i64, will_return}> ({
  }) : () -> ()
}) {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.global_memory_space" = 1 : ui64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "spir64-unknown-unknown"} : () -> ()
