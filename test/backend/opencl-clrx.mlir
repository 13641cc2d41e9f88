// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx900 pointer-bits=32},opencl-to-llvm' -t 'opencl-clrx{opt=0}' | filecheck %s --check-prefix=NARROW

// CHECK: .amdcl2
// CHECK-NEXT: .gpu Fiji
// CHECK-NEXT: .64bit
// CHECK-NEXT: .driver_version 234800
// CHECK-NEXT: .kernel scale
// CHECK-NEXT: .config
// CHECK-NEXT: .dims x, x
// CHECK: .floatmode 0xf0
// CHECK: .usesetup
// CHECK-NEXT: .setupargs
// CHECK-NEXT: .arg data, "float*", float*, global, restrict
// CHECK-NEXT: .arg factor, "float", float
// CHECK-NEXT: .text
// CHECK: s_load_dwordx2 s[{{.*}}:{{.*}}], s[6:7], 0x30
// CHECK: s_endpgm

// NARROW: .gpu GFX900
// NARROW-NEXT: .32bit
// NARROW: .kernel scale
// NARROW: .text
// NARROW: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x18
opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data", opencl.type_name = "float*", opencl.type_qualifiers = "restrict"}, %factor: f32 {opencl.name = "factor"}) {
  %i = opencl.get_global_id 0 : index
  %n = opencl.get_global_size 0 : index
  %j = arith.subi %n, %i : index
  %k = arith.index_cast %j : index to i32
  %p = llvm.getelementptr inbounds %data[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %y = arith.mulf %x, %factor : f32
  llvm.store %y, %p : f32, !llvm.ptr<1>
  opencl.return
}
