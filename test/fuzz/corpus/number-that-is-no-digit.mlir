builtin.module attributes {a = ²} {}
