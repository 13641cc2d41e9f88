// RUN: xdsl-opt %s -t opencl-arguments | filecheck %s
// RUN: xdsl-opt %s -t opencl-arguments | python3 -m json.tool | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt -t opencl-arguments | filecheck %s

// Offsets follow from abi.md 3.2: pointers and handles 8 bytes, a local pointer 4, the
// companions 3 and 2 packed dwords, the hidden block at the next multiple of 4.

builtin.module attributes {opencl.target = #opencl.target<abi = "mesa3d", mcpu = "gfx803">} {
  opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name = "float*", opencl.type_qualifiers = "restrict const"}, %img: !opencl.image<image2d_t, read_only> {opencl.name = "img"}, %size: vector<3xi32> {opencl.name = "__size_img", opencl.type_name = "__llvm_image_size", opencl.base_type_name = "__llvm_image_size", opencl.access = "read_only"}, %format: vector<2xi32> {opencl.name = "__format_img", opencl.type_name = "__llvm_image_format", opencl.base_type_name = "__llvm_image_format", opencl.access = "read_only"}, %out: !opencl.image<image3d_t, write_only> {opencl.name = "out"}, %in2: !opencl.image<image2d_t, read_only> {opencl.name = "in2"}, %s: !opencl.sampler {opencl.name = "s"}, %tile: memref<16xvector<4xf32>, #opencl.address_space<local>> {opencl.name = "tile"}, %table: memref<?xf64, #opencl.address_space<constant>> {opencl.name = "table"}, %n: i32 {opencl.name = "n", opencl.type_name = "uint"})
    attributes {reqd_work_group_size = array<i32: 64, 1, 1>, vec_type_hint = vector<4xi32>} {
    opencl.return
  }
  opencl.kernel @nothing()
}

// CHECK:      "abi": "mesa3d",
// CHECK-NEXT: "triple": "amdgcn-mesa-mesa3d",
// CHECK-NEXT: "mcpu": "gfx803",
// CHECK-NEXT: "features": [],
// CHECK-NEXT: "code_object_version": null,
// CHECK-NEXT: "wave_size": 64,
// CHECK-NEXT: "pointer_bits": 64
// CHECK-NEXT: },
// CHECK-NEXT: "hidden_arguments": "possible",
// CHECK-NEXT: "kernels": [
// CHECK:      "name": "scale",
// CHECK-NEXT: "defined": true,
// CHECK-NEXT: "attributes": {
// CHECK-NEXT: "reqd_work_group_size": [
// CHECK-NEXT: 64,
// CHECK-NEXT: 1,
// CHECK-NEXT: 1
// CHECK-NEXT: ],
// CHECK-NEXT: "work_group_size_hint": null,
// CHECK-NEXT: "reqd_sub_group_size": null,
// CHECK-NEXT: "vec_type_hint": "uint4"
// CHECK-NEXT: },
// CHECK-NEXT: "arguments": [
// CHECK-NEXT: {
// CHECK-NEXT: "index": 0,
// CHECK-NEXT: "cl_index": 0,
// CHECK-NEXT: "name": "data",
// CHECK-NEXT: "type_name": "float*",
// CHECK-NEXT: "base_type_name": "float*",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [
// CHECK-NEXT: "restrict",
// CHECK-NEXT: "const"
// CHECK-NEXT: ],
// CHECK-NEXT: "bits": 3
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "none",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_NONE",
// CHECK-NEXT: "cl_value": 4515
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "global_buffer",
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "pointer",
// CHECK-NEXT: "address_space": "global",
// CHECK-NEXT: "pointee_align": null
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 1,
// CHECK-NEXT: "cl_index": 1,
// CHECK-NEXT: "name": "img",
// CHECK-NEXT: "type_name": "image2d_t",
// CHECK-NEXT: "base_type_name": "image2d_t",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "read_only",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_READ_ONLY",
// CHECK-NEXT: "cl_value": 4512
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "image",
// CHECK-NEXT: "offset": 8,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": 0,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "image",
// CHECK-NEXT: "kind": "image2d_t",
// CHECK-NEXT: "access": "read_only"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 2,
// CHECK-NEXT: "cl_index": null,
// CHECK-NEXT: "name": "__size_img",
// CHECK-NEXT: "type_name": "__llvm_image_size",
// CHECK-NEXT: "base_type_name": "__llvm_image_size",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "read_only",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_READ_ONLY",
// CHECK-NEXT: "cl_value": 4512
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "image_size",
// CHECK-NEXT: "offset": 16,
// CHECK-NEXT: "size": 12,
// CHECK-NEXT: "align": 4,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "image_attribute",
// CHECK-NEXT: "kind": "image_size"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 3,
// CHECK-NEXT: "cl_index": null,
// CHECK-NEXT: "name": "__format_img",
// CHECK-NEXT: "type_name": "__llvm_image_format",
// CHECK-NEXT: "base_type_name": "__llvm_image_format",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "read_only",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_READ_ONLY",
// CHECK-NEXT: "cl_value": 4512
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "image_format",
// CHECK-NEXT: "offset": 28,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 4,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "image_attribute",
// CHECK-NEXT: "kind": "image_format"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 4,
// CHECK-NEXT: "cl_index": 2,
// CHECK-NEXT: "name": "out",
// CHECK-NEXT: "type_name": "image3d_t",
// CHECK-NEXT: "base_type_name": "image3d_t",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "write_only",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_WRITE_ONLY",
// CHECK-NEXT: "cl_value": 4513
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "image",
// CHECK-NEXT: "offset": 40,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": 0,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "image",
// CHECK-NEXT: "kind": "image3d_t",
// CHECK-NEXT: "access": "write_only"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 5,
// CHECK-NEXT: "cl_index": 3,
// CHECK-NEXT: "name": "in2",
// CHECK-NEXT: "type_name": "image2d_t",
// CHECK-NEXT: "base_type_name": "image2d_t",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "read_only",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_READ_ONLY",
// CHECK-NEXT: "cl_value": 4512
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "global",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_GLOBAL",
// CHECK-NEXT: "cl_value": 4507
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "image",
// CHECK-NEXT: "offset": 48,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": 1,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "image",
// CHECK-NEXT: "kind": "image2d_t",
// CHECK-NEXT: "access": "read_only"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 6,
// CHECK-NEXT: "cl_index": 4,
// CHECK-NEXT: "name": "s",
// CHECK-NEXT: "type_name": "sampler_t",
// CHECK-NEXT: "base_type_name": "sampler_t",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "none",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_NONE",
// CHECK-NEXT: "cl_value": 4515
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "private",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_PRIVATE",
// CHECK-NEXT: "cl_value": 4510
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "sampler",
// CHECK-NEXT: "offset": 56,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": 0,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "handle",
// CHECK-NEXT: "kind": "sampler"
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 7,
// CHECK-NEXT: "cl_index": 5,
// CHECK-NEXT: "name": "tile",
// CHECK-NEXT: "type_name": "float4*",
// CHECK-NEXT: "base_type_name": "float4*",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "none",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_NONE",
// CHECK-NEXT: "cl_value": 4515
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "local",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_LOCAL",
// CHECK-NEXT: "cl_value": 4508
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "dynamic_shared_pointer",
// CHECK-NEXT: "offset": 64,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "pointer",
// CHECK-NEXT: "address_space": "local",
// CHECK-NEXT: "pointee_align": 16
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 8,
// CHECK-NEXT: "cl_index": 6,
// CHECK-NEXT: "name": "table",
// CHECK-NEXT: "type_name": "double*",
// CHECK-NEXT: "base_type_name": "double*",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [
// CHECK-NEXT: "const"
// CHECK-NEXT: ],
// CHECK-NEXT: "bits": 1
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "none",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_NONE",
// CHECK-NEXT: "cl_value": 4515
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "constant",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_CONSTANT",
// CHECK-NEXT: "cl_value": 4509
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "global_buffer",
// CHECK-NEXT: "offset": 72,
// CHECK-NEXT: "size": 8,
// CHECK-NEXT: "align": 8,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "pointer",
// CHECK-NEXT: "address_space": "constant",
// CHECK-NEXT: "pointee_align": 8
// CHECK-NEXT: }
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "index": 9,
// CHECK-NEXT: "cl_index": 7,
// CHECK-NEXT: "name": "n",
// CHECK-NEXT: "type_name": "uint",
// CHECK-NEXT: "base_type_name": "uint",
// CHECK-NEXT: "type_qualifiers": {
// CHECK-NEXT: "words": [],
// CHECK-NEXT: "bits": 0
// CHECK-NEXT: },
// CHECK-NEXT: "access": {
// CHECK-NEXT: "name": "none",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ACCESS_NONE",
// CHECK-NEXT: "cl_value": 4515
// CHECK-NEXT: },
// CHECK-NEXT: "address_space": {
// CHECK-NEXT: "name": "private",
// CHECK-NEXT: "cl_name": "CL_KERNEL_ARG_ADDRESS_PRIVATE",
// CHECK-NEXT: "cl_value": 4510
// CHECK-NEXT: },
// CHECK-NEXT: "kind": "by_value",
// CHECK-NEXT: "offset": 80,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4,
// CHECK-NEXT: "resource_id": null,
// CHECK-NEXT: "type": {
// CHECK-NEXT: "class": "value",
// CHECK-NEXT: "scalar": "uint",
// CHECK-NEXT: "width": 1
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "hidden_arguments": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "work_dim",
// CHECK-NEXT: "kind": "hidden_work_dim",
// CHECK-NEXT: "offset": 84,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_x",
// CHECK-NEXT: "kind": "hidden_global_offset_x",
// CHECK-NEXT: "offset": 88,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_y",
// CHECK-NEXT: "kind": "hidden_global_offset_y",
// CHECK-NEXT: "offset": 92,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_z",
// CHECK-NEXT: "kind": "hidden_global_offset_z",
// CHECK-NEXT: "offset": 96,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "explicit_end": 84,
// CHECK-NEXT: "implicit_offset": 84,
// CHECK-NEXT: "implicit_bytes": 16,
// CHECK-NEXT: "segment_size": 100,
// CHECK-NEXT: "segment_align": 16
// CHECK:      "name": "nothing",
// CHECK-NEXT: "defined": false,
// CHECK:      "arguments": [],
// CHECK-NEXT: "hidden_arguments": [
// CHECK-NEXT: {
// CHECK-NEXT: "name": "work_dim",
// CHECK-NEXT: "kind": "hidden_work_dim",
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_x",
// CHECK-NEXT: "kind": "hidden_global_offset_x",
// CHECK-NEXT: "offset": 4,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_y",
// CHECK-NEXT: "kind": "hidden_global_offset_y",
// CHECK-NEXT: "offset": 8,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "name": "global_offset_z",
// CHECK-NEXT: "kind": "hidden_global_offset_z",
// CHECK-NEXT: "offset": 12,
// CHECK-NEXT: "size": 4,
// CHECK-NEXT: "align": 4
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "explicit_end": 0,
// CHECK-NEXT: "implicit_offset": 0,
// CHECK-NEXT: "implicit_bytes": 16,
// CHECK-NEXT: "segment_size": 16,
// CHECK-NEXT: "segment_align": 16
