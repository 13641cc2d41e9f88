// RUN: xdsl-opt %s -t opencl-llvm-ir | filecheck %s

// Facts about a system are for other passes.
builtin.module attributes {"#dlti.sys_spec" = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"vnni" = 2 : i32>>, dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {
  // CHECK: define void @f()
  llvm.func @f() {
    llvm.return
  }
}
