// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK: opencl.program_sampler @edge <normalized = true, addressing = mirrored_repeat, filter = linear>
// CHECK-GENERIC: "opencl.program_sampler"(
opencl.program_sampler @edge <normalized = true, addressing = mirrored_repeat, filter = linear>
// CHECK: opencl.program_sampler @hidden <normalized = false, addressing = none, filter = nearest> {sym_visibility = "private"}
// CHECK-GENERIC: "opencl.program_sampler"(
opencl.program_sampler @hidden <normalized = false, addressing = none, filter = nearest> {sym_visibility = "private"}

// CHECK-LABEL: func.func @samplers
func.func @samplers(%bits: i32) {
  // CHECK-NEXT: %0 = opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
  // CHECK-GENERIC: "opencl.sampler_constant"(
  %0 = opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
  // CHECK-NEXT: %1 = opencl.get_program_sampler @edge
  // CHECK-GENERIC: "opencl.get_program_sampler"(
  %1 = opencl.get_program_sampler @edge
  // CHECK-NEXT: %2 = opencl.translate_sampler %bits
  // CHECK-GENERIC: "opencl.translate_sampler"(
  %2 = opencl.translate_sampler %bits
  // CHECK-NEXT: %3 = opencl.sampler_resource_id %2
  // CHECK-GENERIC: "opencl.sampler_resource_id"(
  %3 = opencl.sampler_resource_id %2
  func.return
}
