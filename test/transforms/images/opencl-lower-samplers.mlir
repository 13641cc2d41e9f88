// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-samplers' | filecheck %s
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-samplers' | filecheck %s --check-prefix=GFX10
// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-lower-samplers' | filecheck %s --check-prefix=R600

// The descriptors are those of ROCm's table (opencl/src/image/isamp.cl): 0x27 is 10003000,
// 00fff000, 80500000, 0 on gfx9 and 10003000, 00fff000, 20500000, 0 on gfx10.

// CHECK-NOT: opencl.program_sampler
// CHECK:      llvm.mlir.global internal unnamed_addr constant @__opencl_sampler(dense<[268447744, 16773120, -2142240768, 0]> : vector<4xi32>) {alignment = 16 : i64, addr_space = 2 : i32}
// CHECK-NEXT: llvm.mlir.global internal unnamed_addr constant @__opencl_sampler.1(dense<[268480658, 16773120, -2147483648, 0]> : vector<4xi32>)
// CHECK-NEXT: llvm.mlir.global internal unnamed_addr constant @__opencl_samplers(dense<"0xB6B1001000F0FF000000008000000000B631001000F0FF00
// CHECK-NOT:  llvm.mlir.global
// GFX10:      @__opencl_sampler(dense<[268447744, 16773120, 542113792, 0]> : vector<4xi32>)
// R600-NOT:   llvm.mlir.global

opencl.program_sampler @smooth <normalized = true, addressing = repeat, filter = linear>
opencl.program_sampler @unused <normalized = true, addressing = clamp, filter = linear>

// Equal samplers share a descriptor, wherever they are declared.
opencl.kernel @equal() {
  %a = opencl.get_program_sampler @smooth
  %b = opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
  %c = opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
  %bits = arith.constant 0x27 : i32
  %d = opencl.translate_sampler %bits
  "test.op"(%a, %b, %c, %d) : (!opencl.sampler, !opencl.sampler, !opencl.sampler, !opencl.sampler) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @equal
// CHECK-NEXT:    %[[A0:.*]] = llvm.mlir.addressof @__opencl_sampler : !llvm.ptr<2>
// CHECK-NEXT:    %[[A:.*]] = builtin.unrealized_conversion_cast %[[A0]] : !llvm.ptr<2> to !opencl.sampler
// CHECK-NEXT:    llvm.mlir.addressof @__opencl_sampler : !llvm.ptr<2>
// CHECK:         llvm.mlir.addressof @__opencl_sampler.1 : !llvm.ptr<2>
// CHECK:         %[[D0:.*]] = llvm.mlir.addressof @__opencl_sampler : !llvm.ptr<2>
// CHECK-NEXT:    %[[D:.*]] = builtin.unrealized_conversion_cast %[[D0]]
// CHECK-NEXT:    "test.op"(%[[A]], %{{.*}}, %{{.*}}, %[[D]])

// r600 takes Clover's literals: 7 and 0x10 for linear; 2 for clamp to edge.
// R600-LABEL: opencl.kernel @equal
// R600-NEXT:    %[[A0:.*]] = arith.constant 23 : i32
// R600-NEXT:    builtin.unrealized_conversion_cast %[[A0]] : i32 to !opencl.sampler
// R600:         arith.constant 2 : i32

// A literal that is not constant picks a row of the table, which begins at 0x10.
opencl.kernel @chosen(%bits: i32) {
  %a = opencl.translate_sampler %bits
  "test.op"(%a) : (!opencl.sampler) -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @chosen
// CHECK-NEXT:    %[[TABLE:.*]] = llvm.mlir.addressof @__opencl_samplers : !llvm.ptr<2>
// CHECK-NEXT:    %[[FIRST:.*]] = arith.constant 16 : i32
// CHECK-NEXT:    %[[ROW:.*]] = arith.subi %{{.*}}, %[[FIRST]] : i32
// CHECK-NEXT:    llvm.getelementptr inbounds %[[TABLE]][%[[ROW]]] : (!llvm.ptr<2>, i32) -> !llvm.ptr<2>, vector<4xi32>
// R600-LABEL: opencl.kernel @chosen
// R600-NOT:     addressof

// What nobody uses goes away.
opencl.kernel @dead() {
  %a = opencl.sampler_constant <normalized = true, addressing = none, filter = linear>
  opencl.return
}

// CHECK-LABEL: opencl.kernel @dead
// CHECK-NEXT:    opencl.return
