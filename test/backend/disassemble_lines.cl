// The listing shows the functions and lines of the source, also of a file that is not linked.
//
// RUN: xdsl-opencl compile -g %s --mcpu gfx1100 -o %t.hsaco
// RUN: xdsl-opencl disassemble --lines %t.hsaco | filecheck %s
// RUN: xdsl-opencl compile -g %s --mcpu gfx900 -o %t.o
// RUN: xdsl-opencl disassemble --lines %t.o | filecheck %s
// RUN: xdsl-opencl compile %s --mcpu gfx1100 -o %t.plain.hsaco
// RUN: xdsl-opencl disassemble --lines %t.plain.hsaco | filecheck %s --check-prefix=PLAIN

kernel void twice(global int *x) {
  int i = get_global_id(0);
  x[i] *= 2;
}

// CHECK: <twice>:
// CHECK-NEXT: ; twice():
// CHECK-NEXT: ; {{.*}}disassemble_lines.cl:1{{[012]$}}
// CHECK: ; {{.*}}disassemble_lines.cl:12{{$}}
// CHECK: global_store_{{b32|dword}}
// CHECK: s_endpgm
//
// PLAIN: ; twice():
// PLAIN-NOT: disassemble_lines.cl
// PLAIN: s_endpgm
