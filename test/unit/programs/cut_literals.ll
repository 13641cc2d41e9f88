define amdgpu_kernel void @other() {{
  ret void
}}
define amdgpu_kernel void @k(ptr addrspace(1) %o, i32 %n, ptr addrspace(1) %p) {{{label}
  %l = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %{entry} ], [ %i1, %next ]
  %a = phi {type} [ {value}, %{entry} ], [ %a1, %next ]
  %b = phi {type} [ {value}, %{entry} ], [ %b1, %next ]
  %q = getelementptr {type}, ptr addrspace(1) %p, i32 %i
  %b1 = load {type}, ptr addrspace(1) %q
  %c = icmp sle i32 %i, %l
  br i1 %c, label %then, label %next
then:
  br label %next
next:
  %a1 = phi {type} [ %b, %then ], [ %a, %loop ]
  %i1 = add i32 %i, 1
  %e = icmp slt i32 %i1, %n
  br i1 %e, label %loop, label %end
end:
  store {type} %a1, ptr addrspace(1) %o
  %o2 = getelementptr {type}, ptr addrspace(1) %o, i32 %l
  store {type} %b, ptr addrspace(1) %o2
  ret void
}}
declare i32 @llvm.amdgcn.workitem.id.x()
