// The whole path with plain xdsl-opt; the optimiser's level is an option of the target.
//
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefixes=ASM,O3
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-to-llvm' -t 'opencl-asm{opt=0}' | filecheck %s --check-prefixes=ASM,O0
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900 code-object-version=4},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=V4
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=gfx803},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=MESA

opencl.kernel @offset(%out: !llvm.ptr<1> {opencl.name = "out"}, %value: i64 {opencl.name = "value"})
    attributes {reqd_work_group_size = array<i32: 32, 1, 1>} {
  %o = opencl.get_global_offset 0 : i64
  %s = arith.addi %o, %value : i64
  llvm.store %s, %out : i64, !llvm.ptr<1>
  opencl.return
}

// A kernel that uses nothing gets nothing.
opencl.kernel @nothing() {
  opencl.return
}

// ASM: .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
// ASM: .amdhsa_code_object_version 5
// ASM-LABEL: offset:
// O3: s_load_dwordx4
// ASM: s_endpgm
// ASM: .amdhsa_kernel offset
// ASM: .amdhsa_kernarg_size 64
// ASM: .amdhsa_user_sgpr_count 6
// ASM: .amdhsa_user_sgpr_dispatch_ptr 0
// ASM: .amdhsa_user_sgpr_queue_ptr 0
// ASM: .amdhsa_user_sgpr_dispatch_id 0
// ASM: .amdhsa_user_sgpr_flat_scratch_init 0
// ASM: .amdhsa_kernel nothing
// ASM: .amdhsa_kernarg_size 0
// ASM: .amdhsa_user_sgpr_kernarg_segment_ptr 0
// ASM: .amdgpu_metadata
// ASM: .name: out
// ASM: .name: value
// ASM: .offset: 56
// ASM-NEXT: .size: 8
// ASM-NEXT: .value_kind: hidden_global_offset_x
// ASM-NEXT: .group_segment_fixed_size: 0
// ASM: .kernarg_segment_size: 64
// ASM: .reqd_workgroup_size:
// ASM-NEXT: - 32
// ASM: .args: []
// ASM: .name: nothing
// O0: .end_amdgpu_metadata

// V4: .amdhsa_code_object_version 4
// V4: .amdhsa_kernarg_size 24
// V4: .offset: 16
// V4-NEXT: .size: 8
// V4-NEXT: .value_kind: hidden_global_offset_x
// V4-NEXT: .group_segment_fixed_size: 0

// MESA-LABEL: offset:
// MESA: s_endpgm
