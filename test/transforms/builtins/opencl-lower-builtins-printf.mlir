// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-builtins' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900 code-object-version=4},opencl-lower-builtins' -t opencl-mlir | filecheck %s --check-prefix=V4
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-lower-builtins' -t opencl-mlir | filecheck %s --check-prefix=HOST
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm' -t opencl-asm | filecheck %s --check-prefix=ASM

// The records and formats are those that `opt -passes=amdgpu-printf-runtime-binding` of LLVM
// 19 makes of the same calls, except that its record of "abcdefgh" has no room for the end.

// CHECK: builtin.module attributes {{.*}}opencl.printf_fmts = ["1:3:4:4:16:a\\72b\\ %d \22%s\22 %v3f\\n", "2:6:12:4:8:4:8:8:%s %c %v2hhd %hhd %f %lx", "3:1:128:<%s>\\a\\b\\v\\f\\r"]
llvm.mlir.global private constant @ab("ab\00") {addr_space = 2 : i32} : !llvm.array<3 x i8>
llvm.mlir.global private constant @long("abcdefgh\00") {addr_space = 2 : i32} : !llvm.array<9 x i8>

// CHECK-LABEL: opencl.kernel @k
// CHECK:         %[[BUFFER:.*]] = opencl.load_argument implicit[72] : !llvm.ptr<1>
// V4:            opencl.load_argument implicit[24] : !llvm.ptr<1>
// CHECK-NEXT:    %[[SIZE:.*]] = llvm.mlir.constant(28 : i32)
// CHECK-NEXT:    %[[PLACE:.*]] = func.call @__opencl_printf_reserve(%[[BUFFER]], %[[SIZE]])
// CHECK:         %[[TAKEN:.*]] = llvm.icmp "ne" %[[PLACE]]
// CHECK-NEXT:    scf.if %[[TAKEN]] {
// CHECK-NEXT:      %[[ID:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-NEXT:      "llvm.store"(%[[ID]], %[[PLACE]]) <{alignment = 4 : i64}> : (i32, !llvm.ptr<1>) -> ()
// CHECK:           "llvm.store"(%i, %{{.*}}) <{alignment = 4 : i64}> : (i32, !llvm.ptr<1>) -> ()
// CHECK:           %[[TEXT:.*]] = llvm.mlir.constant(25185 : i32)
// CHECK:           "llvm.store"(%[[TEXT]],
// CHECK:           "llvm.store"(%v, %{{.*}}) <{alignment = 4 : i64}> : (vector<3xf32>, !llvm.ptr<1>) -> ()
// CHECK:         }
// CHECK:         %[[FULL:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK:         llvm.select %[[TAKEN]], %{{.*}}, %[[FULL]]

// HOST-LABEL: opencl.kernel @k
// HOST-COUNT-3: llvm.fpext %{{.*}} : f32 to f64
// HOST:         %[[PRINTED:.*]] = llvm.call @printf(%{{.*}}, %i, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) vararg(!llvm.func<i32 (!llvm.ptr, ...)>) : (!llvm.ptr, i32, !llvm.ptr, f64, f64, f64) -> i32
// HOST:         llvm.icmp "slt" %[[PRINTED]]
opencl.kernel @k(%i: i32, %v: vector<3xf32>, %d: f64, %l: i64, %b: vector<2xi8>) {
  %s = llvm.mlir.addressof @ab : !llvm.ptr<2>
  %0 = opencl.printf "a:b\\ %d \22%s\22 %v3f\0A"(%i, %s, %v) : i32, !llvm.ptr<2>, vector<3xf32>
  %t = llvm.mlir.addressof @long : !llvm.ptr<2>
  %1 = opencl.printf "%s %c %v2hhd %hhd %f %lx"(%t, %i, %b, %i, %d, %l) : !llvm.ptr<2>, i32, vector<2xi8>, i32, f64, i64
  opencl.return
}

// A string that is not a literal is copied when the kernel runs.
// CHECK-LABEL: opencl.kernel @string
// CHECK:         %[[WHOLE:.*]] = llvm.mlir.constant(132 : i32)
// CHECK-NEXT:    func.call @__opencl_printf_reserve(%{{.*}}, %[[WHOLE]])
// CHECK:         func.call @__opencl_printf_string_2(%{{.*}}, %s) : (!llvm.ptr<1>, !llvm.ptr<2>) -> ()
// HOST-LABEL: opencl.kernel @string
// HOST:         %[[STRING:.*]] = llvm.addrspacecast %s : !llvm.ptr<2> to !llvm.ptr
// HOST:         llvm.call @printf(%{{.*}}, %[[STRING]])
opencl.kernel @string(%s: !llvm.ptr<2>) {
  %0 = opencl.printf "<%s>\07\08\0B\0C\0D"(%s) : !llvm.ptr<2>
  opencl.return
}

// CHECK:      func.func private @__opencl_printf_reserve
// CHECK:        "llvm.load"({{.*}}) <{alignment = 4 : i64, ordering = 2 : i64, syncscope = "agent"}>
// CHECK:        llvm.cmpxchg {{.*}} syncscope("agent") monotonic monotonic
// CHECK:      func.func private @__opencl_printf_string_2(%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<2>)
// CHECK:        %[[BYTE:.*]] = "llvm.load"({{.*}}) <{alignment = 1 : i64}> : (!llvm.ptr<2>) -> i8
// CHECK-NEXT:   llvm.getelementptr
// CHECK-NEXT:   "llvm.store"(%[[BYTE]],
// HOST:       llvm.func @printf(!llvm.ptr, ...) -> i32
// HOST:       @__opencl_printf_format_0("a:b\\ %d \22%s\22 %f,%f,%f\0A\00")
// HOST:       @__opencl_printf_format_1("%s %c %hhd,%hhd %hhd %f %lx\00")

// ASM:        amdhsa.printf:
// ASM-NEXT:     - '1:3:4:4:16:a\72b\ %d "%s" %v3f\n'
