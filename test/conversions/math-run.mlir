// Results of functions, from NumPy.
// RUN: %python %root/test/composition/print_module.py math f32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:float:70 --arg iota:float:70 --arg iota:float:70 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --dump 4 | filecheck %s

// math.acos f32
// CHECK: 3: {{.*}}] 1.5707{{[0-9]*}} 0.0 {{.*}} {{.*}}
// math.acosh f32
// CHECK: 4: {{.*}}] {{.*}} 0.0 1.3169{{[0-9]*}} 1.7627{{[0-9]*}}
// math.asin f32
// CHECK: 5: {{.*}}] 0.0 1.5707{{[0-9]*}} {{.*}} {{.*}}
// math.asinh f32
// CHECK: 6: {{.*}}] 0.0 0.8813{{[0-9]*}} 1.4436{{[0-9]*}} 1.8184{{[0-9]*}}
// math.atan f32
// CHECK: 7: {{.*}}] 0.0 0.7853{{[0-9]*}} 1.1071{{[0-9]*}} 1.2490{{[0-9]*}}
// math.atanh f32
// CHECK: 8: {{.*}}] 0.0 {{[^ ]*}} {{.*}} {{.*}}
// math.cbrt f32
// CHECK: 9: {{.*}}] 0.0 1.0 1.2599{{[0-9]*}} 1.4422{{[0-9]*}}
// math.cos f32
// CHECK: 10: {{.*}}] 1.0 0.5403{{[0-9]*}} -0.4161{{[0-9]*}} -0.9899{{[0-9]*}}
// math.cosh f32
// CHECK: 11: {{.*}}] 1.0 1.5430{{[0-9]*}} 3.7621{{[0-9]*}} 10.067{{[0-9]*}}
// math.erf f32
// CHECK: 12: {{.*}}] 0.0 0.8427{{[0-9]*}} 0.9953{{[0-9]*}} 0.9999{{[0-9]*}}
// math.exp f32
// CHECK: 13: {{.*}}] 1.0 2.7182{{[0-9]*}} 7.3890{{[0-9]*}} 20.085{{[0-9]*}}
// math.exp2 f32
// CHECK: 14: {{.*}}] 1.0 2.0 4.0 8.0
// math.expm1 f32
// CHECK: 15: {{.*}}] 0.0 1.7182{{[0-9]*}} 6.3890{{[0-9]*}} 19.085{{[0-9]*}}
// math.log f32
// CHECK: 16: {{.*}}] {{[^ ]*}} 0.0 0.6931{{[0-9]*}} 1.0986{{[0-9]*}}
// math.log10 f32
// CHECK: 17: {{.*}}] {{[^ ]*}} 0.0 0.3010{{[0-9]*}} 0.4771{{[0-9]*}}
// math.log1p f32
// CHECK: 18: {{.*}}] 0.0 0.6931{{[0-9]*}} 1.0986{{[0-9]*}} 1.3862{{[0-9]*}}
// math.log2 f32
// CHECK: 19: {{.*}}] {{[^ ]*}} 0.0 1.0 1.5849{{[0-9]*}}
// math.rsqrt f32
// CHECK: 20: {{.*}}] {{[^ ]*}} 1.0 0.7071{{[0-9]*}} 0.5773{{[0-9]*}}
// math.sin f32
// CHECK: 21: {{.*}}] 0.0 0.8414{{[0-9]*}} 0.9092{{[0-9]*}} 0.1411{{[0-9]*}}
// math.sinh f32
// CHECK: 22: {{.*}}] 0.0 1.1752{{[0-9]*}} 3.6268{{[0-9]*}} 10.017{{[0-9]*}}
// math.sqrt f32
// CHECK: 23: {{.*}}] 0.0 1.0 1.4142{{[0-9]*}} 1.7320{{[0-9]*}}
// math.tan f32
// CHECK: 24: {{.*}}] 0.0 1.5574{{[0-9]*}} -2.1850{{[0-9]*}} -0.1425{{[0-9]*}}
// math.tanh f32
// CHECK: 25: {{.*}}] 0.0 0.7615{{[0-9]*}} 0.9640{{[0-9]*}} 0.9950{{[0-9]*}}
// math.absf f32
// CHECK: 26: {{.*}}] 0.0 1.0 2.0 3.0
// math.ceil f32
// CHECK: 27: {{.*}}] 0.0 1.0 2.0 3.0
// math.floor f32
// CHECK: 28: {{.*}}] 0.0 1.0 2.0 3.0
// math.trunc f32
// CHECK: 29: {{.*}}] 0.0 1.0 2.0 3.0
// math.roundeven f32
// CHECK: 30: {{.*}}] 0.0 1.0 2.0 3.0
// math.round f32
// CHECK: 31: {{.*}}] 0.0 1.0 2.0 3.0
// math.copysign f32
// CHECK: 32: {{.*}}] 0.0 1.0 2.0 3.0
// math.fma f32
// CHECK: 33: {{.*}}] 0.0 4.0 10.0 18.0
// math.atan2 f32
// CHECK: 34: {{.*}}] 0.0 0.3217{{[0-9]*}} 0.4636{{[0-9]*}} 0.5404{{[0-9]*}}
// math.powf f32
// CHECK: 35: {{.*}}] 0.0 1.0 16.0 243.0
