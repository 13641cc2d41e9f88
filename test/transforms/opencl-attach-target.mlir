// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx900},opencl-attach-target{mcpu=gfx900}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100 wave-size=64 code-object-version=6}' | filecheck %s --check-prefix=GFX11
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx90a features="+xnack,-sramecc"}' | filecheck %s --check-prefix=FEATURES
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx90a features="+xnack -sramecc"}' | filecheck %s --check-prefix=FEATURES
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu=gfx90a features=xnack,"-sramecc"}' | filecheck %s --check-prefix=FEATURES
// RUN: xdsl-opt %s -p 'opencl-attach-target{mcpu="gfx90a:xnack+:sramecc-"}' | filecheck %s --check-prefix=FEATURES
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper}' | filecheck %s --check-prefix=R600
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=fiji}' | filecheck %s --check-prefix=ALIAS
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 pointer-bits=32}' | filecheck %s --check-prefix=CL2
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host}' | filecheck %s --check-prefix=HOST
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 pointer-bits=32}' --print-op-generic | xdsl-opt | filecheck %s --check-prefix=CL2

builtin.module {
  opencl.kernel @k() {
    opencl.return
  }
}

// CHECK: builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900", code_object_version = 5, wave_size = 64>} {
// CHECK: opencl.kernel @k()
// GFX11: #opencl.target<abi = "amdhsa", mcpu = "gfx1100", code_object_version = 6, wave_size = 64>
// FEATURES: #opencl.target<abi = "amdhsa", mcpu = "gfx90a", features = ["+xnack", "-sramecc"], code_object_version = 5, wave_size = 64>
// R600: #opencl.target<abi = "r600", mcpu = "juniper">
// ALIAS: #opencl.target<abi = "mesa3d", mcpu = "gfx803", wave_size = 64>
// CL2: #opencl.target<abi = "amdcl2", mcpu = "gfx803", wave_size = 64, pointer_bits = 32>
// HOST: #opencl.target<abi = "host">
