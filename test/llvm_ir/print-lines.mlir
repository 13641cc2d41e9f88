// RUN: xdsl-opt %s -t opencl-llvm-ir | filecheck %s

// Lines of the source, for a module that asks for them.
builtin.module attributes {opencl.line_tables} {
  // CHECK: define void @k(ptr %p) !dbg ![[K:[0-9]+]] {
  llvm.func @k(%p: !llvm.ptr) {
    // CHECK: %x = load i32, ptr %p, align 4, !dbg ![[LOAD:[0-9]+]]
    %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32 loc("/src/k.cl":3:7)
    // CHECK-NEXT: call void @g(i32 %x), !dbg ![[CALL:[0-9]+]]
    llvm.call @g(%x) : (i32) -> ()
    // CHECK-NEXT: store i32 %x, ptr %p, align 4, !dbg ![[STORE:[0-9]+]]
    llvm.store %x, %p {alignment = 4 : i64} : i32, !llvm.ptr loc(callsite("/src/f.h":9:2 at "/src/k.cl":4:5))
    // CHECK-NEXT: ret void
    llvm.return
  } loc("/src/k.cl":2:1)
  // CHECK: define void @unknown(ptr %p) {
  llvm.func @unknown(%p: !llvm.ptr) {
    // CHECK: load i32, ptr %p, align 4{{$}}
    %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32 loc("/src/k.cl":13:7)
    llvm.return
  }
  llvm.func @g(i32)
}
// CHECK: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
// CHECK: ![[FILE:[0-9]+]] = !DIFile(filename: "/src/k.cl", directory: "")
// CHECK: ![[UNIT]] = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ![[FILE]],
// CHECK: ![[K]] = distinct !DISubprogram(name: "k", scope: ![[FILE]], file: ![[FILE]], line: 2,
// CHECK: ![[LOAD]] = !DILocation(line: 3, column: 7, scope: ![[K]])
// CHECK: ![[CALL]] = !DILocation(line: 0, column: 0, scope: ![[K]])
// CHECK: ![[HEADER:[0-9]+]] = !DIFile(filename: "/src/f.h", directory: "")
// CHECK: ![[INLINED:[0-9]+]] = !DILexicalBlockFile(scope: ![[K]], file: ![[HEADER]], discriminator: 0)
// CHECK: ![[STORE]] = !DILocation(line: 9, column: 2, scope: ![[INLINED]])
