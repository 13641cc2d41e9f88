// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=spirv},opencl-to-llvm' -t opencl-spirv | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=spirv mcpu=spirv32},opencl-to-llvm' -t opencl-spirv | filecheck %s --check-prefix=NARROW

// Loops, values where paths meet, local memory, a barrier and an atomic.
opencl.kernel @count(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name = "int*"}, %n: i32) attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %total = opencl.local i32 : !llvm.ptr<3>
  llvm.store %zero, %total {alignment = 4} : i32, !llvm.ptr<3>
  opencl.barrier local
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %old = opencl.atomic_rmw add relaxed work_group %total, %i : !llvm.ptr<3>, i32
  %next = arith.addi %i, %one : i32
  llvm.br ^head(%next : i32)
^end:
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr inbounds %data[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %seen = llvm.load %total {alignment = 4} : !llvm.ptr<3> -> i32
  llvm.store %seen, %at {alignment = 4} : i32, !llvm.ptr<1>
  opencl.return
}


// Images, samplers, group functions, conversions, functions of numbers, truth values in memory; what
// each needs is declared.
opencl.kernel @families(%img: !opencl.image<image2d_t, read_only>, %p: !llvm.ptr<1>, %x: f32, %at: vector<2xi32>) {
  %s = opencl.sampler_constant <normalized = false, addressing = clamp, filter = nearest>
  %pixel = opencl.read_image ui %img[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xi32>
  llvm.store %pixel, %p {alignment = 16} : vector<4xi32>, !llvm.ptr<1>
  %order = opencl.get_image_channel_order %img : !opencl.image<image2d_t, read_only> -> i32
  %all = opencl.sub_group_all %order
  %lane = opencl.sub_group_shuffle %x[%all] : f32
  %byte = opencl.convert saturate round rte %lane : f32 -> unsigned i8
  llvm.store %byte, %p {alignment = 1} : i8, !llvm.ptr<1>
  %f, %e = opencl.builtin "frexp"(%lane) : (f32) -> (f32, i32)
  %nan = opencl.builtin "isnan"(%f) : (f32) -> i32
  %zero = arith.constant 0 : i32
  %true = arith.cmpi ne, %nan, %zero : i32
  llvm.store %true, %p {alignment = 1} : i1, !llvm.ptr<1>
  %n = opencl.printf "%d\n"(%e) : i32
  opencl.return
}

// CHECK: ; SPIR-V
// CHECK-NEXT: ; Version: 1.4
// CHECK-NEXT: ; Generator: Khronos; 0
// CHECK-NEXT: ; Bound: 86
// CHECK-NEXT: ; Schema: 0
// CHECK-NEXT: OpCapability Addresses
// CHECK-NEXT: OpCapability GroupNonUniformShuffle
// CHECK-NEXT: OpCapability Groups
// CHECK-NEXT: OpCapability ImageBasic
// CHECK-NEXT: OpCapability Int64
// CHECK-NEXT: OpCapability Int8
// CHECK-NEXT: OpCapability Kernel
// CHECK-NEXT: OpCapability Linkage
// CHECK-NEXT: OpCapability LiteralSampler
// CHECK-NEXT: %1 = OpExtInstImport "OpenCL.std"
// CHECK-NEXT: OpMemoryModel Physical64 OpenCL
// CHECK-NEXT: OpEntryPoint Kernel %2 "count" %15 %28 %81
// CHECK-NEXT: OpEntryPoint Kernel %3 "families" %15 %28 %81
// CHECK-NEXT: OpExecutionMode %2 LocalSize 64 1 1
// CHECK-NEXT: OpExecutionMode %2 ContractionOff
// CHECK-NEXT: OpExecutionMode %3 ContractionOff
// CHECK-NEXT: %85 = OpString "kernel_arg_type.count.int*,,"
// CHECK-NEXT: OpSource OpenCL_CPP 100000
// CHECK-NEXT: OpName %2 "count"
// CHECK-NEXT: OpName %6 "data"
// CHECK-NEXT: OpName %15 "count.total"
// CHECK-NEXT: OpName %3 "families"
// CHECK-NEXT: OpDecorate %28 BuiltIn GlobalInvocationId
// CHECK-NEXT: OpDecorate %28 Constant
// CHECK-NEXT: OpDecorate %28 LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
// CHECK-NEXT: OpDecorate %63 SaturatedConversion
// CHECK-NEXT: OpDecorate %63 FPRoundingMode RTE
// CHECK-NEXT: OpDecorate %81 Constant
// CHECK-NEXT: %4 = OpTypeInt 8 0
// CHECK-NEXT: %5 = OpTypePointer CrossWorkgroup %4
// CHECK-NEXT: %7 = OpTypeInt 32 0
// CHECK-NEXT: %9 = OpTypeVoid
// CHECK-NEXT: %10 = OpTypeFunction %9 %5 %7
// CHECK-NEXT: %12 = OpConstant %7 1
// CHECK-NEXT: %13 = OpConstant %7 0
// CHECK-NEXT: %14 = OpTypePointer Workgroup %7
// CHECK-NEXT: %15 = OpVariable %14 Workgroup
// CHECK-NEXT: %16 = OpConstant %7 2
// CHECK-NEXT: %17 = OpConstant %7 272
// CHECK-NEXT: %20 = OpTypeBool
// CHECK-NEXT: %24 = OpTypeInt 64 0
// CHECK-NEXT: %25 = OpConstant %24 0
// CHECK-NEXT: %26 = OpTypeVector %24 3
// CHECK-NEXT: %27 = OpTypePointer Input %26
// CHECK-NEXT: %28 = OpVariable %27 Input
// CHECK-NEXT: %31 = OpTypePointer CrossWorkgroup %7
// CHECK-NEXT: %37 = OpTypeImage %9 2D 0 0 0 0 Unknown ReadOnly
// CHECK-NEXT: %40 = OpTypeFloat 32
// CHECK-NEXT: %42 = OpTypeVector %7 2
// CHECK-NEXT: %44 = OpTypeFunction %9 %37 %5 %40 %42
// CHECK-NEXT: %46 = OpTypeSampler
// CHECK-NEXT: %47 = OpConstantSampler %46 Clamp 0 Nearest
// CHECK-NEXT: %48 = OpTypeVector %7 4
// CHECK-NEXT: %49 = OpTypeSampledImage %37
// CHECK-NEXT: %50 = OpConstant %40 0
// CHECK-NEXT: %53 = OpTypePointer CrossWorkgroup %48
// CHECK-NEXT: %56 = OpConstant %7 4272
// CHECK-NEXT: %58 = OpConstant %7 3
// CHECK-NEXT: %64 = OpTypePointer Function %7
// CHECK-NEXT: %71 = OpConstant %4 1
// CHECK-NEXT: %72 = OpConstant %4 0
// CHECK-NEXT: %74 = OpConstant %7 4
// CHECK-NEXT: %75 = OpTypeArray %4 %74
// CHECK-NEXT: %76 = OpConstant %4 37
// CHECK-NEXT: %77 = OpConstant %4 100
// CHECK-NEXT: %78 = OpConstant %4 10
// CHECK-NEXT: %79 = OpConstantComposite %75 %76 %77 %78 %72
// CHECK-NEXT: %80 = OpTypePointer UniformConstant %75
// CHECK-NEXT: %81 = OpVariable %80 UniformConstant %79
// CHECK-NEXT: %82 = OpTypePointer UniformConstant %4
// CHECK-NEXT: %2 = OpFunction %9 None %10
// CHECK-NEXT: %6 = OpFunctionParameter %5
// CHECK-NEXT: %8 = OpFunctionParameter %7
// CHECK-NEXT: %11 = OpLabel
// CHECK-NEXT: OpStore %15 %13 Aligned 4
// CHECK-NEXT: OpControlBarrier %16 %16 %17
// CHECK-NEXT: OpBranch %19
// CHECK-NEXT: %19 = OpLabel
// CHECK-NEXT: %18 = OpPhi %7 %13 %11 %36 %22
// CHECK-NEXT: %21 = OpSLessThan %20 %18 %8
// CHECK-NEXT: OpBranchConditional %21 %22 %23
// CHECK-NEXT: %23 = OpLabel
// CHECK-NEXT: %29 = OpLoad %26 %28
// CHECK-NEXT: %30 = OpCompositeExtract %24 %29 0
// CHECK-NEXT: %32 = OpBitcast %31 %6
// CHECK-NEXT: %33 = OpInBoundsPtrAccessChain %31 %32 %30
// CHECK-NEXT: %34 = OpLoad %7 %15 Aligned 4
// CHECK-NEXT: OpStore %33 %34 Aligned 4
// CHECK-NEXT: OpReturn
// CHECK-NEXT: %22 = OpLabel
// CHECK-NEXT: %35 = OpAtomicIAdd %7 %15 %16 %13 %18
// CHECK-NEXT: %36 = OpIAdd %7 %18 %12
// CHECK-NEXT: OpBranch %19
// CHECK-NEXT: OpFunctionEnd
// CHECK-NEXT: %3 = OpFunction %9 None %44
// CHECK-NEXT: %38 = OpFunctionParameter %37
// CHECK-NEXT: %39 = OpFunctionParameter %5
// CHECK-NEXT: %41 = OpFunctionParameter %40
// CHECK-NEXT: %43 = OpFunctionParameter %42
// CHECK-NEXT: %45 = OpLabel
// CHECK-NEXT: %65 = OpVariable %64 Function
// CHECK-NEXT: %51 = OpSampledImage %49 %38 %47
// CHECK-NEXT: %52 = OpImageSampleExplicitLod %48 %51 %43 Lod|ZeroExtend %50
// CHECK-NEXT: %54 = OpBitcast %53 %39
// CHECK-NEXT: OpStore %54 %52 Aligned 16
// CHECK-NEXT: %55 = OpImageQueryOrder %7 %38
// CHECK-NEXT: %57 = OpIAdd %7 %55 %56
// CHECK-NEXT: %59 = OpINotEqual %20 %57 %13
// CHECK-NEXT: %60 = OpGroupAll %20 %58 %59
// CHECK-NEXT: %61 = OpSelect %7 %60 %12 %13
// CHECK-NEXT: %62 = OpGroupNonUniformShuffle %40 %58 %41 %61
// CHECK-NEXT: %63 = OpConvertFToU %4 %62
// CHECK-NEXT: OpStore %39 %63 Aligned 1
// CHECK-NEXT: %66 = OpExtInst %40 %1 frexp %62 %65
// CHECK-NEXT: %67 = OpLoad %7 %65
// CHECK-NEXT: %68 = OpIsNan %20 %66
// CHECK-NEXT: %69 = OpSelect %7 %68 %12 %13
// CHECK-NEXT: %70 = OpINotEqual %20 %69 %13
// CHECK-NEXT: %73 = OpSelect %4 %70 %71 %72
// CHECK-NEXT: OpStore %39 %73 Aligned 1
// CHECK-NEXT: %83 = OpBitcast %82 %81
// CHECK-NEXT: %84 = OpExtInst %7 %1 printf %83 %67
// CHECK-NEXT: OpReturn
// CHECK-NEXT: OpFunctionEnd

// NARROW: OpMemoryModel Physical32 OpenCL
// NARROW: [[WORD:%[0-9]+]] = OpTypeInt 32 0
// NARROW: [[VECTOR:%[0-9]+]] = OpTypeVector [[WORD]] 3
// NARROW: OpTypePointer Input [[VECTOR]]
