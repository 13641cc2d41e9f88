builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %c = arith.constant true
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    scf.if %c {
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }

    opencl.return
  }
}
