// RUN: xdsl-opt %s -p opencl-lower-samplers --split-input-file --verify-diagnostics | filecheck %s

// CHECK: the module has no target
opencl.program_sampler @s <normalized = true, addressing = repeat, filter = linear>

// -----

// CHECK: @missing is not defined; expected an opencl.program_sampler
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func private @use(!opencl.sampler)
  opencl.kernel @k() {
    %s = opencl.get_program_sampler @missing
    func.call @use(%s) : (!opencl.sampler) -> ()
    opencl.return
  }
}
