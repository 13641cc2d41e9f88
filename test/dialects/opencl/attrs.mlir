// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// Every image type and access.
// CHECK-GENERIC: "func.func"
// CHECK: func.func private @images(!opencl.image<image1d_t, read_only>, !opencl.image<image1d_buffer_t, write_only>, !opencl.image<image1d_array_t, read_write>)
func.func private @images(!opencl.image<image1d_t, read_only>, !opencl.image<image1d_buffer_t, write_only>, !opencl.image<image1d_array_t, read_write>)
// CHECK: func.func private @images_2d(!opencl.image<image2d_t, read_only>, !opencl.image<image2d_array_t, read_only>, !opencl.image<image2d_depth_t, read_only>, !opencl.image<image2d_array_depth_t, read_only>)
func.func private @images_2d(!opencl.image<image2d_t, read_only>, !opencl.image<image2d_array_t, read_only>, !opencl.image<image2d_depth_t, read_only>, !opencl.image<image2d_array_depth_t, read_only>)
// CHECK: func.func private @images_msaa(!opencl.image<image2d_msaa_t, read_only>, !opencl.image<image2d_array_msaa_t, read_only>, !opencl.image<image2d_msaa_depth_t, read_only>, !opencl.image<image2d_array_msaa_depth_t, read_only>)
func.func private @images_msaa(!opencl.image<image2d_msaa_t, read_only>, !opencl.image<image2d_array_msaa_t, read_only>, !opencl.image<image2d_msaa_depth_t, read_only>, !opencl.image<image2d_array_msaa_depth_t, read_only>)
// CHECK: func.func private @images_3d(!opencl.image<image3d_t, write_only>)
func.func private @images_3d(!opencl.image<image3d_t, write_only>)
// CHECK: func.func private @handles(!opencl.sampler, !opencl.event, !opencl.queue, !opencl.clk_event, !opencl.reserve_id)
func.func private @handles(!opencl.sampler, !opencl.event, !opencl.queue, !opencl.clk_event, !opencl.reserve_id)
// CHECK: func.func private @pipes(!opencl.pipe<vector<4xf32>, read_only>, !opencl.pipe<i32, write_only>)
func.func private @pipes(!opencl.pipe<vector<4xf32>, read_only>, !opencl.pipe<i32, write_only>)
// CHECK: func.func private @memory(memref<?xf32, #opencl.address_space<global>>, memref<4xi8, #opencl.address_space<constant>>, memref<2x2xf64, #opencl.address_space<local>>, memref<1xi32, #opencl.address_space<private>>, memref<1xi32, #opencl.address_space<generic>>)
func.func private @memory(memref<?xf32, #opencl.address_space<global>>, memref<4xi8, #opencl.address_space<constant>>, memref<2x2xf64, #opencl.address_space<local>>, memref<1xi32, #opencl.address_space<private>>, memref<1xi32, #opencl.address_space<generic>>)

// CHECK: flags = [#opencl<fence_flags none>, #opencl<fence_flags local>, #opencl<fence_flags local|global|image>]
// CHECK-GENERIC: flags = [#opencl<fence_flags <"none">>, #opencl<fence_flags <"local">>, #opencl<fence_flags <"local|global|image">>]
"test.op"() {flags = [#opencl<fence_flags none>, #opencl<fence_flags local>, #opencl<fence_flags image|local|global>]} : () -> ()
// CHECK: memory = [#opencl<memory_order relaxed>, #opencl<memory_order seq_cst>, #opencl<memory_scope work_item>, #opencl<memory_scope all_svm_devices>]
"test.op"() {memory = [#opencl<memory_order relaxed>, #opencl<memory_order seq_cst>, #opencl<memory_scope work_item>, #opencl<memory_scope all_svm_devices>]} : () -> ()
// CHECK: kinds = [#opencl<atomic_kind fmax>, #opencl<group_operation umin>, #opencl<rounding rtn>, #opencl<element ui>, #opencl<access read_write>]
"test.op"() {kinds = [#opencl<atomic_kind fmax>, #opencl<group_operation umin>, #opencl<rounding rtn>, #opencl<element ui>, #opencl<access read_write>]} : () -> ()
// CHECK: samplers = [#opencl.sampler<normalized = true, addressing = repeat, filter = linear>, #opencl.sampler<normalized = false, addressing = clamp, filter = nearest>]
"test.op"() {samplers = [#opencl.sampler<normalized = true, addressing = repeat, filter = linear>, #opencl.sampler<normalized = false, addressing = clamp, filter = nearest>]} : () -> ()
// CHECK: target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+cumode"], code_object_version = 6, wave_size = 64>
"test.op"() {target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+cumode"], code_object_version = 6, wave_size = 64>} : () -> ()
