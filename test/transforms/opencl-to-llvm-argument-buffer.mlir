// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-lower-image-queries{source=argument-buffer},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=R600
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=mesa3d mcpu=gfx803},opencl-lower-image-queries{source=argument-buffer},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=MESA
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-lower-image-queries{source=argument-buffer}' -t opencl-arguments | filecheck %s --check-prefix=TABLE
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-image-queries{source=argument-buffer},opencl-to-llvm' --verify-diagnostics | filecheck %s --check-prefix=AMDHSA

// No companions: %a is dword 9 of constant buffer 0, %b 10, %out 11. The implicit arguments
// begin at dword 12, the attributes of %a at 16, those of %b at 21; its height is 22.
// On mesa3d: %a byte 0, %b 8, %out 16, the implicit arguments 24, attributes of %a 40 (0x28),
// height of %b 64 (0x40). (LLVM's header there always counts 16
// bytes of implicit arguments.)

opencl.kernel @k(%a: !opencl.image<image2d_t, read_only> {opencl.name = "a"},
                 %b: !opencl.image<image3d_t, read_only> {opencl.name = "b"}, %out: !llvm.ptr<1>) {
  %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
  %h = opencl.get_image_height %b : !opencl.image<image3d_t, read_only> -> i32
  llvm.store volatile %w, %out : i32, !llvm.ptr<1>
  llvm.store volatile %h, %out : i32, !llvm.ptr<1>
  opencl.return
}

// R600-DAG: KC0[4].X
// R600-DAG: KC0[5].Z
// R600-DAG: KC0[2].W

// MESA-DAG: s_load_dwordx2 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x10
// MESA-DAG: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x28
// MESA-DAG: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x40

// TABLE: "name": "a.width"
// TABLE: "offset": 64
// TABLE: "name": "b.height"
// TABLE: "offset": 88
// TABLE: "implicit_bytes": 56

// AMDHSA: error: ABI amdhsa hands over no implicit operands of images
