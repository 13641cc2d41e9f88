// Results of complex numbers, from NumPy.
// RUN: %python %root/test/composition/print_module.py complex f32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:float:140 --arg iota:float:140 --arg iota:float:70 --arg iota:float:70 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:10 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:5 --arg zeros:float:10 --arg zeros:float:10 --dump 4 | filecheck %s

// complex.neg complex<f32>
// CHECK: 4: {{.*}}] -0.0 -1.0 -2.0 -3.0
// complex.conj complex<f32>
// CHECK: 5: {{.*}}] 0.0 -1.0 2.0 -3.0
// complex.sign complex<f32>
// CHECK: 6: {{.*}}] 0.0 1.0 0.5547{{[0-9]*}} 0.8320{{[0-9]*}}
// complex.sqrt complex<f32>
// CHECK: 7: {{.*}}] 0.7071{{[0-9]*}} 0.7071{{[0-9]*}} 1.6741{{[0-9]*}} 0.8959{{[0-9]*}}
// complex.rsqrt complex<f32>
// CHECK: 8: {{.*}}] 0.7071{{[0-9]*}} -0.7071{{[0-9]*}} 0.4643{{[0-9]*}} -0.2484{{[0-9]*}}
// complex.exp complex<f32>
// CHECK: 9: {{.*}}] 0.5403{{[0-9]*}} 0.8414{{[0-9]*}} -7.3151{{[0-9]*}} 1.0427{{[0-9]*}}
// complex.expm1 complex<f32>
// CHECK: 10: {{.*}}] -0.4596{{[0-9]*}} 0.8414{{[0-9]*}} -8.3151{{[0-9]*}} 1.0427{{[0-9]*}}
// complex.log complex<f32>
// CHECK: 11: {{.*}}] 0.0 1.5707{{[0-9]*}} 1.2824{{[0-9]*}} 0.9827{{[0-9]*}}
// complex.log1p complex<f32>
// CHECK: 12: {{.*}}] 0.3465{{[0-9]*}} 0.7853{{[0-9]*}} 1.4451{{[0-9]*}} 0.7853{{[0-9]*}}
// complex.sin complex<f32>
// CHECK: 13: {{.*}}] 0.0 1.1752{{[0-9]*}} 9.1544{{[0-9]*}} -4.1689{{[0-9]*}}
// complex.cos complex<f32>
// CHECK: 14: {{.*}}] 1.5430{{[0-9]*}} -0.0 -4.1896{{[0-9]*}} -9.1092{{[0-9]*}}
// complex.tan complex<f32>
// CHECK: 15: {{.*}}] 0.0 0.7615{{[0-9]*}} -0.0037{{[0-9]*}} 1.0032{{[0-9]*}}
// complex.tanh complex<f32>
// CHECK: 16: {{.*}}] 0.0 1.5574{{[0-9]*}} 0.9653{{[0-9]*}} -0.0098{{[0-9]*}}
// complex.add complex<f32>
// CHECK: 17: {{.*}}] 4.0 6.0 8.0 10.0
// complex.sub complex<f32>
// CHECK: 18: {{.*}}] -4.0 -4.0 -4.0 -4.0
// complex.mul complex<f32>
// CHECK: 19: {{.*}}] -5.0 4.0 -9.0 32.0
// complex.div complex<f32>
// CHECK: 20: {{.*}}] 0.1219{{[0-9]*}} 0.0975{{[0-9]*}} 0.3882{{[0-9]*}} 0.0470{{[0-9]*}}
// complex.pow complex<f32>
// CHECK: 21: {{.*}}] 0.0003{{[0-9]*}} {{[^ ]*}} -1.5186{{[0-9]*}} 1.6735{{[0-9]*}}
// complex.atan2 complex<f32>
// CHECK: 22: {{.*}}] 0.1224{{[0-9]*}} 0.0964{{[0-9]*}} 0.3709{{[0-9]*}} 0.0409{{[0-9]*}}
// complex.abs complex<f32>
// CHECK: 23: {{.*}}] 1.0 3.6055{{[0-9]*}} 6.4031{{[0-9]*}} 9.2195{{[0-9]*}}
// complex.angle complex<f32>
// CHECK: 24: {{.*}}] 1.5707{{[0-9]*}} 0.9827{{[0-9]*}} 0.8960{{[0-9]*}} 0.8621{{[0-9]*}}
// complex.re complex<f32>
// CHECK: 25: {{.*}}] 0.0 2.0 4.0 6.0
// complex.im complex<f32>
// CHECK: 26: {{.*}}] 1.0 3.0 5.0 7.0
// complex.create complex<f32>
// CHECK: 27: {{.*}}] 0.0 2.0 1.0 3.0
// complex.constant complex<f32>
// CHECK: 28: {{.*}}] 1.5 -2.0 1.5 -2.0
