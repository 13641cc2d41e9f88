"""
Kernels with sub-group functions: the driver, its plain form, and Intel's OpenCL runtime for processors,
in one process and in turn; the least time of a launch of many counts. The table is in docs/cpu-device.md.

    python benchmarks/sub_groups.py INTEL [--rounds 200]

INTEL is a Python with pyopencl and Intel's runtime (`pip install pyopencl intel-opencl-rt
intel-cmplr-lib-rt tbb`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

np: Any = import_module("numpy")

SOURCE = """
#ifdef PLAIN
#define OUT global volatile float *
#else
#define OUT global float *
#endif
#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void

KERNEL reduction(global const float *a, global const float *b, OUT out) {
  float sum = sub_group_reduce_add(a[get_global_id(0)]);
  if (get_sub_group_local_id() == 0)
    out[get_global_id(0) / 16] = sum;
}

KERNEL scan(global const float *a, global const float *b, OUT out) {
  size_t i = get_global_id(0);
  out[i] = sub_group_scan_inclusive_add(a[i]);
}

KERNEL transpose(global const float *a, global const float *b, OUT out) {
  size_t first = get_global_id(0) / 16 * 256;
  uint lane = get_sub_group_local_id();
  float row[16], column[16];
  for (int i = 0; i < 16; i++)
    row[i] = a[first + 16 * i + lane];
  for (int i = 0; i < 16; i++) {
    float mine = 0;
    for (int j = 0; j < 16; j++) {
      float other = sub_group_shuffle(row[j], i);
      mine = lane == j ? other : mine;
    }
    column[i] = mine;
  }
  for (int i = 0; i < 16; i++)
    out[first + 16 * i + lane] = column[i];
}

KERNEL matmul(global const float *a, global const float *b, OUT out) {
  uint n = get_global_size(0), x = get_global_id(0), y = get_global_id(1);
  uint lane = get_sub_group_local_id();
  float sum = 0;
  for (uint k = 0; k < n; k += 16) {
    float mine = a[y * n + k + lane];
    for (uint j = 0; j < 16; j++)
      sum += sub_group_broadcast(mine, j) * b[(k + j) * n + x];
  }
  out[y * n + x] = sum;
}
"""
MILLION = 1 << 20
SIDE = 256


class Case(NamedTuple):
    """A kernel, its row of the table, and the sizes of its launches."""

    name: str
    text: str
    global_size: tuple[int, ...]
    local_size: tuple[int, ...]


CASES = (
    Case("reduction", "reduction, a million numbers", (MILLION,), (256,)),
    Case("scan", "scan, a million numbers", (MILLION,), (256,)),
    Case("transpose", "transpose of 4096 blocks of 16 x 16", (MILLION // 16,), (256,)),
    Case("matmul", "product of two matrices, 256 x 256", (SIDE, SIDE), (SIDE, 1)),
)


def right(name: str, a: Any, b: Any) -> Any:
    blocks = a.astype(np.float64).reshape(-1, 16)
    match name:
        case "reduction":
            return blocks.sum(axis=1)
        case "scan":
            return blocks.cumsum(axis=1)
        case "transpose":
            return a.reshape(-1, 16, 16).transpose(0, 2, 1)
        case _:
            return a[: SIDE**2].reshape(SIDE, SIDE) @ b[: SIDE**2].reshape(SIDE, SIDE)


def measure(rounds: int) -> None:
    """Prints the rows of the table."""
    cl: Any = import_module("pyopencl")
    draw = np.random.default_rng(3)
    a, b = (draw.random(MILLION).astype(np.float32) for _ in range(2))
    platforms = {platform.name: platform for platform in cl.get_platforms()}
    ours = next(p for name, p in platforms.items() if "xdsl" in name.lower())
    intel = next(p for name, p in platforms.items() if "Intel" in name)
    sides = {"ours": (ours, ""), "plain form": (ours, "-DPLAIN"), "Intel": (intel, "")}
    launches: dict[tuple[str, str], Any] = {}
    # A kernel does not keep the buffers of its arguments.
    kept: list[Any] = []
    for side, (platform, options) in sides.items():
        context = cl.Context(platform.get_devices()[:1])
        queue = cl.CommandQueue(context)
        program = cl.Program(context, SOURCE).build(f"-cl-std=CL3.0 {options}")
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffers = [
            cl.Buffer(context, flags, hostbuf=array)
            for array in (a, b, np.zeros_like(a))
        ]
        kept += buffers
        for case in CASES:
            kernel = cl.Kernel(program, case.name)
            kernel.set_args(*buffers)
            launches[side, case.name] = (queue, kernel)
            cl.enqueue_nd_range_kernel(queue, kernel, case.global_size, case.local_size)
            wanted = right(case.name, a, b).ravel()
            found = np.empty_like(a)
            cl.enqueue_copy(queue, found, buffers[2])
            queue.finish()
            np.testing.assert_allclose(found[: len(wanted)], wanted, rtol=1e-5)
    print("| µs a launch | ours | plain form | Intel | ours / Intel |")
    print("|---|---:|---:|---:|---:|")
    for case in CASES:
        least = dict.fromkeys(sides, float("inf"))
        for _ in range(rounds):
            for side in sides:
                queue, kernel = launches[side, case.name]
                start = time.perf_counter()
                cl.enqueue_nd_range_kernel(
                    queue, kernel, case.global_size, case.local_size
                )
                queue.finish()
                least[side] = min(least[side], time.perf_counter() - start)
        times = " | ".join(f"{1e6 * seconds:.0f}" for seconds in least.values())
        print(f"| {case.text} | {times} | {least['ours'] / least['Intel']:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("intel", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    args = parser.parse_args()
    if args.intel is None:
        measure(args.rounds)
        return
    from xdsl_opencl.icd.api.driver_library import icd_file

    library = args.intel.parent.parent / "lib" / "libintelocl.so"
    if not library.exists():
        parser.error(f"no {library.name} in {library.parent}")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "ours.icd").write_text(icd_file().read_text())
        Path(folder, "intel.icd").write_text(f"{library}\n")
        names = {"OCL_ICD_VENDORS": folder, "PYOPENCL_NO_CACHE": "1"}
        command = [args.intel, "-W", "ignore", __file__, "--rounds", str(args.rounds)]
        done = subprocess.run(command, env={**os.environ, **names}, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
