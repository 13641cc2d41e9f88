// RUN: touch %t.bc
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx90a},opencl-link-device-library{path="%t.bc"}' | filecheck %s
// RUN: mkdir -p %t.rocm/amdgcn/bitcode && touch %t.rocm/amdgcn/bitcode/ocml.bc %t.rocm/amdgcn/bitcode/ockl.bc
// RUN: env ROCM_PATH=%t.rocm xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx90a},opencl-link-device-library' | filecheck %s
// RUN: env XDSL_OPENCL_DEVICE_LIBRARY=%t.bc xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100 code-object-version=6},opencl-link-device-library' | filecheck %s --check-prefix=GFX11

// The constants: ROCm-Device-Libs, doc/OCML.md and oclc/src/isa_version.cl.

// CHECK:     builtin.module attributes {{.*}}opencl.device_libraries = ["{{.*}}.bc"]
// CHECK:     llvm.mlir.global linkonce_odr hidden constant @__oclc_ISA_version(9010 : i32) {
// CHECK:     llvm.mlir.global linkonce_odr hidden constant @__oclc_ABI_version(500 : i32) {
// CHECK:     llvm.mlir.global linkonce_odr hidden constant @__oclc_wavefrontsize64(1 : i8) {
// CHECK:     llvm.mlir.global linkonce_odr hidden constant @__oclc_wavefrontsize_log2(6 : i32) {

// GFX11:     llvm.mlir.global linkonce_odr hidden constant @__oclc_ISA_version(11000 : i32) {
// GFX11:     llvm.mlir.global linkonce_odr hidden constant @__oclc_ABI_version(600 : i32) {
// GFX11:     llvm.mlir.global linkonce_odr hidden constant @__oclc_wavefrontsize64(0 : i8) {
// GFX11:     llvm.mlir.global linkonce_odr hidden constant @__oclc_wavefrontsize_log2(5 : i32) {
func.func private @__ocml_sin_f32(f32) -> f32
opencl.kernel @k(%x: f32, %out: !llvm.ptr<1>) {
  %r = func.call @__ocml_sin_f32(%x) : (f32) -> f32
  llvm.store %r, %out : f32, !llvm.ptr<1>
  opencl.return
}
