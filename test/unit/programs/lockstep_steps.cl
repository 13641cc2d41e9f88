// --- SOURCE

kernel void load_{name}(global const {type} *a, global {type} *b, int first, int n) {{
  int i = get_global_id(0);
  b[i] = a[first + {step} * i];
  if (i < n) b[i] += a[first + {step} * i];
}}
kernel void store_{name}(global const {type} *a, global {type} *b, int first, int n) {{
  int i = get_global_id(0);
  b[first + {step} * i] = a[i];
  if (i < n) b[first + {step} * i + {one}] = a[i];
}}
kernel void bounded_{name}(global const {type} *a, global {type} *b, int first, int n) {{
  int i = get_global_id(0);
  if (i < n) b[i] = a[first + {step} * i];
}}
kernel void change_{name}(global {type} *a, global {type} *b, int first, int n) {{
  int i = get_global_id(0);
  a[first + {step} * i] += 1;
  if (i < n) a[first + {step} * i] += b[i];
  a[first + {step} * i] *= 2;
}}
