builtin.module {
  func.func @f() {
  ^a:
  }
  opencl.kernel @k() {
    opencl.return
  }
}
