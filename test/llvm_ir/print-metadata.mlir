// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s
// RUN: xdsl-opt -t 'opencl-llvm-ir{kernel-metadata=named}' %s | filecheck %s --check-prefix=NAMED
// RUN: xdsl-opt -t 'opencl-llvm-ir{kernel-metadata=both}' %s | filecheck %s --check-prefix=BOTH

builtin.module attributes {
  llvm.target_triple = "amdgcn-amd-amdhsa",
  opencl.lowered = {abi = "amdhsa", mcpu = "gfx1100", features = [], code_object_version = 5 : i32, wave_size = 32 : i32},
  opencl.module_flags = [[1 : i32, "wchar_size", 4 : i32]],
  opencl.ocl_version = [2 : i32, 0 : i32],
  opencl.used_extensions = ["cl_khr_fp16", "cl_khr_fp64"],
  opencl.used_optional_core_features = ["cl_images"],
  opencl.compiler_options = ["-cl-mad-enable"],
  opencl.fp_contract,
  opencl.printf_fmts = ["1:1:4:%d\n"]
} {
  // The node of the seed's section 5.1, with the four lists that follow the function.
  // CHECK: define amdgpu_kernel void @k(ptr addrspace(4) %img, i32 %sampler) !kernel_arg_addr_space [[SPACE:![0-9]+]] !kernel_arg_access_qual [[ACCESS:![0-9]+]] !kernel_arg_type [[TYPE:![0-9]+]] !kernel_arg_base_type [[TYPE]] !kernel_arg_type_qual [[QUAL:![0-9]+]] !kernel_arg_name [[NAME:![0-9]+]] !vec_type_hint [[VEC:![0-9]+]] !work_group_size_hint [[HINT:![0-9]+]] !reqd_work_group_size [[REQD:![0-9]+]] !intel_reqd_sub_group_size [[SUB:![0-9]+]] {
  // NAMED: define amdgpu_kernel void @k(ptr addrspace(4) %img, i32 %sampler) {
  // BOTH: define amdgpu_kernel void @k(ptr addrspace(4) %img, i32 %sampler) !kernel_arg_addr_space
  llvm.func amdgpu_kernelcc @k(%img: !llvm.ptr<4>, %sampler: i32) attributes {
    opencl.kernel_arg_name = ["img", "s"],
    opencl.kernel_arg_type = ["image2d_t", "sampler_t"],
    opencl.kernel_arg_base_type = ["image2d_t", "sampler_t"],
    opencl.kernel_arg_type_qual = ["", ""],
    opencl.kernel_arg_access_qual = ["read_only", "none"],
    opencl.kernel_arg_addr_space = [1 : i32, 0 : i32],
    opencl.vec_type_hint = vector<4xf32>,
    opencl.reqd_sub_group_size = 16 : i32,
    work_group_size_hint = array<i32: 8, 8, 1>,
    reqd_work_group_size = array<i32: 64, 1, 1>
  } {
    llvm.return
  }
  // CHECK: define amdgpu_kernel void @none() !kernel_arg_addr_space [[EMPTY:![0-9]+]]
  llvm.func amdgpu_kernelcc @none() attributes {
    opencl.kernel_arg_name = [], opencl.kernel_arg_type = [], opencl.kernel_arg_base_type = [],
    opencl.kernel_arg_type_qual = [], opencl.kernel_arg_access_qual = [], opencl.kernel_arg_addr_space = [],
    opencl.vec_type_hint = vector<2xi32>, opencl.vec_type_hint_signed
  } {
    llvm.return
  }
  // CHECK: declare !kernel_arg_addr_space {{![0-9]+}} {{.*}}amdgpu_kernel void @declared(i32)
  llvm.func amdgpu_kernelcc @declared(i32) attributes {
    opencl.kernel_arg_name = ["x"], opencl.kernel_arg_type = ["int"], opencl.kernel_arg_base_type = ["int"],
    opencl.kernel_arg_type_qual = [""], opencl.kernel_arg_access_qual = ["none"], opencl.kernel_arg_addr_space = [0 : i32]
  }

  // CHECK-LABEL: define void @instructions(
  llvm.func @instructions(%p: !llvm.ptr<1>, %x: f32, %c: i1) {
    // CHECK: %0 = load i32, ptr addrspace(1) %p, align 4, !range [[RANGE:![0-9]+]], !noundef [[EMPTY]], !invariant.load [[EMPTY]], !nontemporal [[ONE:![0-9]+]]
    %0 = llvm.load %p {alignment = 4 : i64, opencl.metadata = {range = [0 : i32, 1024 : i32], noundef, invariant.load, nontemporal}} : !llvm.ptr<1> -> i32
    // CHECK: %1 = load ptr, ptr addrspace(1) %p, align 8, !align [[ALIGN:![0-9]+]], !nonnull [[EMPTY]]
    %1 = llvm.load %p {alignment = 8 : i64, opencl.metadata = {align = 16 : i64, nonnull}} : !llvm.ptr<1> -> !llvm.ptr
    // CHECK: %2 = fdiv float %x, %x, !fpmath [[FPMATH:![0-9]+]]
    %2 = "llvm.fdiv"(%x, %x) <{fastmathFlags = #llvm.fastmath<none>}> {opencl.metadata = {fpmath = 2.5 : f32}} : (f32, f32) -> f32
    // CHECK: %3 = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("agent") monotonic, !amdgpu.no.fine.grained.memory [[EMPTY]], !amdgpu.ignore.denormal.mode [[EMPTY]]
    %3 = llvm.atomicrmw fadd %p, %x syncscope("agent") monotonic {opencl.metadata = {amdgpu.no.fine.grained.memory, amdgpu.ignore.denormal.mode}} : !llvm.ptr<1>, f32
    // Names of types of C; the same tag is one node. Other values are nodes as they stand.
    // CHECK: load i32, ptr addrspace(1) %p, align 4, !tbaa [[INT_TAG:![0-9]+]]
    %int = llvm.load %p {alignment = 4 : i64, opencl.metadata = {tbaa = "int"}} : !llvm.ptr<1> -> i32
    // CHECK: store i32 %{{.*}}, ptr addrspace(1) %p, align 4, !tbaa [[INT_TAG]]
    llvm.store %int, %p {alignment = 4 : i64, opencl.metadata = {tbaa = ["int"]}} : i32, !llvm.ptr<1>
    // CHECK: load ptr, ptr addrspace(1) %p, align 8, !tbaa [[POINTER_TAG:![0-9]+]]
    %pointer = llvm.load %p {alignment = 8 : i64, opencl.metadata = {tbaa = ["p1 int", "any pointer"]}} : !llvm.ptr<1> -> !llvm.ptr
    // CHECK: load i8, ptr addrspace(1) %p, align 1, !tbaa [[OWN_TAG:![0-9]+]]
    %own = llvm.load %p {alignment = 1 : i64, opencl.metadata = {tbaa = [["a", ["root"], 0], ["a", ["root"], 0], 0]}} : !llvm.ptr<1> -> i8
    // CHECK: br label %loop
    llvm.br ^loop
  ^loop:
    // CHECK: load i32, ptr addrspace(1) %p, align 4, !llvm.access.group [[G1:![0-9]+]], !alias.scope [[S1:![0-9]+]], !noalias [[S2:![0-9]+]]
    %4 = llvm.load %p {alignment = 4 : i64, opencl.metadata = {llvm.access.group = 1 : i64, alias.scope = [1], noalias = [2]}} : !llvm.ptr<1> -> i32
    // CHECK: store i32 %{{.*}}, ptr addrspace(1) %p, align 4, !llvm.access.group [[G12:![0-9]+]]
    llvm.store %4, %p {alignment = 4 : i64, opencl.metadata = {llvm.access.group = [1, 2]}} : i32, !llvm.ptr<1>
    // CHECK: br i1 %c, label %loop, label %latch, !llvm.loop [[LOOP:![0-9]+]]
    llvm.cond_br %c, ^loop, ^latch {opencl.metadata = {llvm.loop = {id = 0 : i64, vectorize.enable = true, parallel_accesses = [1, 2], unroll.disable, vectorize.width = 8 : i32}}}
  ^latch:
    // CHECK: br i1 %c, label %loop, label %other, !llvm.loop [[LOOP]]
    llvm.cond_br %c, ^loop, ^other {opencl.metadata = {llvm.loop = {id = 0 : i64, vectorize.enable = true, parallel_accesses = [1, 2], unroll.disable, vectorize.width = 8 : i32}}}
  ^other:
    // CHECK: br i1 %c, label %other, label %end, !llvm.loop [[LOOP2:![0-9]+]]
    llvm.cond_br %c, ^other, ^end {opencl.metadata = {llvm.loop = {mustprogress}}}
  ^end:
    llvm.return
  }
}
// CHECK-DAG: !llvm.module.flags = !{[[VERSION:![0-9]+]], [[WCHAR:![0-9]+]]}
// CHECK-DAG: !opencl.ocl.version = !{[[OCL:![0-9]+]]}
// CHECK-DAG: !llvm.printf.fmts = !{[[FMT:![0-9]+]]}
// CHECK-DAG: !opencl.used.extensions = !{[[EXTENSIONS:![0-9]+]]}
// CHECK-DAG: [[EXTENSIONS]] = !{!"cl_khr_fp16", !"cl_khr_fp64"}
// CHECK-DAG: !opencl.used.optional.core.features = !{[[FEATURES:![0-9]+]]}
// CHECK-DAG: [[FEATURES]] = !{!"cl_images"}
// CHECK-DAG: !opencl.compiler.options = !{[[OPTIONS:![0-9]+]]}
// CHECK-DAG: [[OPTIONS]] = !{!"-cl-mad-enable"}
// CHECK-DAG: !opencl.enable.FP_CONTRACT = !{}
// CHECK-DAG: [[VERSION]] = !{i32 1, !"amdhsa_code_object_version", i32 500}
// CHECK-DAG: [[WCHAR]] = !{i32 1, !"wchar_size", i32 4}
// CHECK-DAG: [[OCL]] = !{i32 2, i32 0}
// CHECK-DAG: [[FMT]] = !{!"1:1:4:%d\0A"}
// CHECK-DAG: [[SPACE]] = !{i32 1, i32 0}
// CHECK-DAG: [[ACCESS]] = !{!"read_only", !"none"}
// CHECK-DAG: [[TYPE]] = !{!"image2d_t", !"sampler_t"}
// CHECK-DAG: [[QUAL]] = !{!"", !""}
// CHECK-DAG: [[NAME]] = !{!"img", !"s"}
// CHECK-DAG: [[VEC]] = !{<4 x float> undef, i32 0}
// CHECK-DAG: [[HINT]] = !{i32 8, i32 8, i32 1}
// CHECK-DAG: [[REQD]] = !{i32 64, i32 1, i32 1}
// CHECK-DAG: [[SUB]] = !{i32 16}
// CHECK-DAG: [[EMPTY]] = !{}
// CHECK-DAG: {{![0-9]+}} = !{<2 x i32> undef, i32 1}
// CHECK-DAG: [[RANGE]] = !{i32 0, i32 1024}
// CHECK-DAG: [[ONE]] = !{i32 1}
// CHECK-DAG: [[ALIGN]] = !{i64 16}
// CHECK-DAG: [[FPMATH]] = !{float 2.500000e+00}
// CHECK-DAG: [[ROOT:![0-9]+]] = !{!"Simple C/C++ TBAA"}
// CHECK-DAG: [[CHAR:![0-9]+]] = !{!"omnipotent char", [[ROOT]], i64 0}
// CHECK-DAG: [[INT:![0-9]+]] = !{!"int", [[CHAR]], i64 0}
// CHECK-DAG: [[INT_TAG]] = !{[[INT]], [[INT]], i64 0}
// CHECK-DAG: [[ANY:![0-9]+]] = !{!"any pointer", [[CHAR]], i64 0}
// CHECK-DAG: [[POINTER:![0-9]+]] = !{!"p1 int", [[ANY]], i64 0}
// CHECK-DAG: [[POINTER_TAG]] = !{[[POINTER]], [[POINTER]], i64 0}
// CHECK-DAG: [[OWN:![0-9]+]] = !{!"a", {{![0-9]+}}, i64 0}
// CHECK-DAG: [[OWN_TAG]] = !{[[OWN]], [[OWN]], i64 0}
// CHECK-DAG: [[G1]] = distinct !{}
// CHECK-DAG: [[G12]] = !{[[G1]], {{![0-9]+}}}
// CHECK-DAG: [[DOMAIN:![0-9]+]] = distinct !{[[DOMAIN]]}
// CHECK-DAG: [[SCOPE1:![0-9]+]] = distinct !{[[SCOPE1]], [[DOMAIN]]}
// CHECK-DAG: [[S1]] = !{[[SCOPE1]]}
// CHECK-DAG: !{!"llvm.loop.vectorize.enable", i1 true}
// CHECK-DAG: !{!"llvm.loop.parallel_accesses", [[G1]], {{![0-9]+}}}
// CHECK-DAG: !{!"llvm.loop.unroll.disable"}
// CHECK-DAG: !{!"llvm.loop.vectorize.width", i32 8}
// CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], {{.*}}}
// CHECK-DAG: !{!"llvm.loop.mustprogress"}
// CHECK-DAG: [[LOOP2]] = distinct !{[[LOOP2]], {{![0-9]+}}}

// NAMED-DAG: !opencl.kernels = !{[[K:![0-9]+]], [[N:![0-9]+]], {{![0-9]+}}}
// NAMED-DAG: [[SPACE:![0-9]+]] = !{!"kernel_arg_addr_space", i32 1, i32 0}
// NAMED-DAG: [[ACCESS:![0-9]+]] = !{!"kernel_arg_access_qual", !"read_only", !"none"}
// NAMED-DAG: [[TYPE:![0-9]+]] = !{!"kernel_arg_type", !"image2d_t", !"sampler_t"}
// NAMED-DAG: [[BASE:![0-9]+]] = !{!"kernel_arg_base_type", !"image2d_t", !"sampler_t"}
// NAMED-DAG: [[QUAL:![0-9]+]] = !{!"kernel_arg_type_qual", !"", !""}
// NAMED-DAG: [[NAME:![0-9]+]] = !{!"kernel_arg_name", !"img", !"s"}
// NAMED-DAG: !{!"vec_type_hint", <4 x float> undef, i32 0}
// NAMED-DAG: !{!"work_group_size_hint", i32 8, i32 8, i32 1}
// NAMED-DAG: !{!"reqd_work_group_size", i32 64, i32 1, i32 1}
// NAMED-DAG: [[K]] = !{ptr @k, [[SPACE]], [[ACCESS]], [[TYPE]], [[BASE]], [[QUAL]], [[NAME]], {{.*}}}
// NAMED-DAG: [[EMPTY:![0-9]+]] = !{!"kernel_arg_addr_space"}
// NAMED-DAG: [[N]] = !{ptr @none, [[EMPTY]], {{.*}}}
// BOTH-DAG: !opencl.kernels = !{
