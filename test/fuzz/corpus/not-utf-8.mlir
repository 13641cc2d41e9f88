builtin.module {
  // ÿ
}
