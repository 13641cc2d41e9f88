target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
  store i32 1, ptr addrspace(1) %p, align 4, !dbg !8
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "/home/me")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 10, unit: !0)
!5 = distinct !DISubprogram(name: "f", file: !6, line: 3, unit: !0)
!6 = !DIFile(filename: "f.h", directory: "/home/me")
!8 = !DILocation(line: 5, column: 7, scope: !5, inlinedAt: !11)
!11 = distinct !DILocation(line: 11, column: 3, scope: !4)
