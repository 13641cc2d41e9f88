; --- INLINED

target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
  store i32 1, ptr addrspace(1) %p, align 4, !dbg !8
  store i32 2, ptr addrspace(1) %p, align 4, !dbg !9
  ret void, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "sub/k.cl", directory: "/home/me/project")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "project/sub/k.cl", directory: "/home/me")
!4 = distinct !DISubprogram(name: "k", file: !3, line: 10, unit: !0)
!5 = distinct !DISubprogram(name: "f", file: !6, line: 3, unit: !0)
!6 = !DIFile(filename: "me/project/sub/f.h", directory: "/home")
!7 = distinct !DILexicalBlock(scope: !5, file: !6, line: 4)
!8 = !DILocation(line: 5, column: 7, scope: !7, inlinedAt: !11)
!9 = !DILocation(line: 12, column: 9, scope: !4)
!10 = !DILocation(line: 0, scope: !4)
!11 = distinct !DILocation(line: 11, column: 3, scope: !4)
; --- VARIABLES

define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
    #dbg_value(i32 %n, !11, !DIExpression(DW_OP_constu, 0, DW_OP_swap), !8)
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !11, !DIExpression(), !8)
  store i32 %n, ptr addrspace(1) %p, align 4, !dbg !8
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocation(line: 2, column: 3, scope: !4)
!11 = !DILocalVariable(name: "n", arg: 2, scope: !4, file: !1, line: 1)
