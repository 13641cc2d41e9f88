// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhas}' --verify-diagnostics | filecheck %s --check-prefix=ABI
// RUN: xdsl-opt %s -p 'opencl-attach-target' --verify-diagnostics | filecheck %s --check-prefix=NONE
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx1101x}' --verify-diagnostics | filecheck %s --check-prefix=CPU
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=gfx900}' --verify-diagnostics | filecheck %s --check-prefix=FAMILY
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=rv770}' --verify-diagnostics | filecheck %s --check-prefix=OLD
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 features=xnak}' --verify-diagnostics | filecheck %s --check-prefix=FEATURE
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 features=sramecc}' --verify-diagnostics | filecheck %s --check-prefix=LACKS
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 features="+xnack -xnack"}' --verify-diagnostics | filecheck %s --check-prefix=BOTH
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 code-object-version=3}' --verify-diagnostics | filecheck %s --check-prefix=VERSION
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx11-generic}' --verify-diagnostics | filecheck %s --check-prefix=GENERIC
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 wave-size=32}' --verify-diagnostics | filecheck %s --check-prefix=WAVE
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx1100 wave-size=32 features=wavefrontsize64}' --verify-diagnostics | filecheck %s --check-prefix=WAVES
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900 pointer-bits=32}' --verify-diagnostics | filecheck %s --check-prefix=BITS
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx803},opencl-attach-target{mcpu=gfx900}' --verify-diagnostics | filecheck %s --check-prefix=TWICE
// RUN: xdsl-opt %s --print-op-generic | sed 's/^}) : () -> ()/}) {opencl.lowered = {abi = "amdhsa"}} : () -> ()/' | xdsl-opt -p 'opencl-attach-target' --verify-diagnostics | filecheck %s --check-prefix=LOWERED

builtin.module {
}

// ABI: unknown ABI 'amdhas'; one of amdhsa, amdcl2, mesa3d, amdgcn-unknown, r600, host, spirv; did you mean 'amdhsa'?
// NONE: ABI amdhsa needs a processor; name one with mcpu, for example --mcpu gfx1100 ('xdsl-opencl --list-targets' lists them)
// CPU: unknown processor 'gfx1101x' for ABI amdhsa; did you mean 'gfx1101'?
// FAMILY: processor 'gfx900' belongs to amdgcn, but ABI r600 needs one of r600, for example 'juniper'
// OLD: LLVM generates no kernels for processor 'rv770'
// FEATURE: unknown feature 'xnak'; did you mean 'xnack'?
// LACKS: processor 'gfx900' has no feature 'sramecc'
// BOTH: feature 'xnack' is both on and off
// VERSION: code object version 3 is not supported; one of 4, 5, 6
// GENERIC: processor 'gfx11-generic' needs code object version 6, not 5
// WAVE: processor 'gfx900' has no wave size 32; one of 64
// WAVES: wave_size and the wavefrontsize features ask for different sizes: 32, 64
// BITS: ABI amdhsa has no 32-bit pointers; take 64
// TWICE: the module's target is #opencl.target<abi = "amdhsa", mcpu = "gfx803",{{.*}} differs; lower it for one of them
// LOWERED: the module is already lowered to the LLVM dialect (it has 'opencl.lowered')
