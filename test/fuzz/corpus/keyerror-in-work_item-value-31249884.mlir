llvm.func @width(%i: !llvm.ptr<1>) -> i32 {
  %w = llvm.call @_Z15get_image_width14ocl_image2d_ro(%i) : (!llvm.ptr<1>) -> i32
  llvm.return %w : i32
}
  %i = llvm.select %c, %a, %b : i1, !llvm.ptr<1>
llvm.func spir_kernelcc @choose(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: i1) attributes {llvm.metadata = {
}} {
  %w = llvm.call @width(%i) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @_Z15get_image_width14ocl_image2d_ro(!llvm.ptr<1>) -> i32