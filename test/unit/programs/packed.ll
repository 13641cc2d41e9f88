target triple = "spir64-unknown-unknown"
%P = type <{ i8, [3 x i32], <2 x i16>, i16 }>
%O = type { i32, %P, [2 x %P] }
@number = internal addrspace(2) constant i32 7
@mixed = internal addrspace(2) constant <{ i64, ptr addrspace(2), i8, %P }> <{
  i64 1, ptr addrspace(2) @number, i8 3,
  %P <{ i8 1, [3 x i32] [i32 1, i32 2, i32 30], <2 x i16> <i16 5, i16 6>, i16 9 }> }>
@list = internal addrspace(2) constant [2 x %P] [
  %P <{ i8 1, [3 x i32] [i32 1, i32 2, i32 40], <2 x i16> <i16 5, i16 6>, i16 9 }>,
  %P zeroinitializer]

define i64 @member(i64 %i, i64 %j) {
  %p = getelementptr %P, ptr addrspace(1) null, i64 %i, i32 1, i64 %j
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
define i64 @inner(i64 %i, i64 %j) {
  %p = getelementptr %O, ptr addrspace(1) null, i64 %j, i32 2, i64 %i, i32 2, i32 1
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
define i64 @element(i64 %i, i64 %j) {
  %p = getelementptr [4 x %P], ptr addrspace(1) null, i64 %i, i64 %j, i32 3
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
define i64 @whole(i64 %i, i64 %j) {
  %p = getelementptr %P, ptr addrspace(1) null, i64 %i
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
define i64 @second(i64 %i, i64 %j) {
  %p = getelementptr %O, ptr addrspace(1) null, i64 0, i32 1, i32 3
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
define i64 @followed(i64 %i, i64 %j) {
  %p = getelementptr <{ i64, ptr addrspace(2), i8, %P }>, ptr addrspace(2) @mixed, i64 0, i32 1
  %a = load ptr addrspace(2), ptr addrspace(2) %p, align 1
  %v = load i32, ptr addrspace(2) %a, align 4
  %n = zext i32 %v to i64
  ret i64 %n
}
define i64 @loaded(i64 %i, i64 %j) {
  %u = load i32, ptr addrspace(2) getelementptr (<{ i64, ptr addrspace(2), i8, %P }>,
    ptr addrspace(2) @mixed, i64 0, i32 3, i32 1, i64 2), align 1
  %v = load i32, ptr addrspace(2) getelementptr ([2 x %P], ptr addrspace(2) @list,
    i64 0, i64 0, i32 1, i64 2), align 1
  %s = add i32 %u, %v
  %n = zext i32 %s to i64
  ret i64 %n
}
