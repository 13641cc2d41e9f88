builtin.module attributes {a = array<i8: 99999>} {}
