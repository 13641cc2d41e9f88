// RUN: xdsl-opt %s -p 'opencl-form-work-groups' -t opencl-mlir | filecheck %s

// The functions of images branch on coordinates, and have those of lanes that take no part, too,
// which may be undefined: they are frozen, those of a vector and those that a line begins with.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  llvm.func @__xdsl_opencl_fetch_f(!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xf32>
  opencl.kernel @read(%image: !llvm.ptr<1>, %sampler: i32, %p: !llvm.ptr<1>, %out: !llvm.ptr<1>) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %x = llvm.trunc %id : i64 to i32
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %number = llvm.load %at : !llvm.ptr<1> -> i32
    %small = llvm.icmp "slt" %number, %two : i32
    llvm.cond_br %small, ^few, ^all
  ^few:
    %far = llvm.add %number, %two overflow<nsw> : i32
    %a = llvm.call @__xdsl_opencl_fetch_f(%image, %sampler, %two, %far, %zero, %zero) : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xf32>
    %beside = llvm.add %x, %sampler overflow<nsw> : i32
    %b = llvm.call @__xdsl_opencl_fetch_f(%image, %sampler, %two, %beside, %zero, %zero) : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xf32>
    %sum = llvm.fadd %a, %b : vector<4xf32>
    %place = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
    llvm.store %sum, %place : vector<4xf32>, !llvm.ptr<1>
    llvm.br ^all
  ^all:
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @read(
// CHECK: ^{{.*}}(%row_x: i32):
// CHECK: %[[FAR:.*]] = llvm.add %{{.*}}, %{{.*}} overflow<nsw> : vector<16xi32>
// CHECK-NEXT: %[[FROZEN:.*]] = llvm.freeze %[[FAR]] : vector<16xi32>
// CHECK-NEXT: llvm.store %[[FROZEN]], %[[PLACE:.*]] : vector<16xi32>, !llvm.ptr
// CHECK: llvm.call @__xdsl_opencl_row_fetch_f(%{{.*}}, %{{.*}}, %{{.*}}, %[[PLACE]],
// CHECK: %[[START:.*]] = llvm.freeze %{{.*}} : i32
// CHECK: llvm.call @__xdsl_opencl_line_fetch_f(%{{.*}}, %{{.*}}, %{{.*}}, %[[START]],
