"""
Launches of kernels by strangers. No rule of the CPU device had been made for them: the first
ten files of PolyBench and ten of Rodinia's programs, in the order of their folders.

Their sources are not part of this repository: `cpu.py --kernels FOLDER` reads them from
`FOLDER/PolyBench-ACC` (github.com/cavazos-lab/PolyBench-ACC) and `FOLDER/gpu-rodinia`
(github.com/yuhc/gpu-rodinia). Sizes are those of PolyBench's small and standard data sets;
work-groups are those of the programs.

Left out of Rodinia: bfs (its kernel clears its own input: a second launch does nothing),
heartwall (one kernel of 1 900 lines with pointers inside structs that the program fills
from a film). Of a program with several kernels, the most expensive one is here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from cpu_cases import Benchmark, LocalBytes

N = 512
"""The side of the matrices of PolyBench's products."""

WIDE = 2048
"""The side of the matrices of its products with vectors."""


def cases(folder: Path) -> list[Benchmark]:
    """
    Raises `SystemExit` where a source is missing.
    """
    try:
        return [*polybench(folder / "PolyBench-ACC"), *rodinia(folder / "gpu-rodinia")]
    except OSError as error:
        raise SystemExit(
            f"error: {error.filename} is not there: --kernels takes a folder with "
            "checkouts of cavazos-lab/PolyBench-ACC and yuhc/gpu-rodinia"
        ) from None


def single(value: float) -> np.float32:
    return np.float32(value)


def polybench(checkout: Path) -> list[Benchmark]:
    rng = np.random.default_rng(0)

    def floats(*shape: int) -> Any:
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)

    def square(size: int) -> Any:
        return floats(size, size)

    line, tile = (256,), (32, 8)
    alpha, beta = single(1.5), single(0.5)
    rows: list[tuple[str, str, tuple[int, ...], tuple[Any, ...], int]] = [
        (
            "datamining/correlation/correlation",
            "corr_kernel",
            (N,),
            (square(N), square(N), N, N),
            0,
        ),
        (
            "datamining/covariance/covariance",
            "covar_kernel",
            (N,),
            (square(N), square(N), N, N),
            0,
        ),
        (
            "linear-algebra/kernels/2mm/2mm",
            "mm2_kernel1",
            (N, N),
            (square(N), square(N), square(N), N, N, N, N, alpha, beta),
            0,
        ),
        (
            "linear-algebra/kernels/3mm/3mm",
            "mm3_kernel1",
            (N, N),
            (square(N), square(N), square(N), N, N, N),
            2,
        ),
        (
            "linear-algebra/kernels/atax/atax",
            "atax_kernel1",
            (WIDE,),
            (square(WIDE), floats(WIDE), floats(WIDE), WIDE, WIDE),
            2,
        ),
        (
            "linear-algebra/kernels/bicg/bicg",
            "bicgKernel2",
            (WIDE,),
            (square(WIDE), floats(WIDE), floats(WIDE), WIDE, WIDE),
            2,
        ),
        (
            "linear-algebra/kernels/doitgen/doitgen",
            "doitgen_kernel1",
            (128, 128),
            (
                128,
                128,
                128,
                floats(128, 128, 128),
                square(128),
                floats(128, 128, 128),
                7,
            ),
            5,
        ),
        (
            "linear-algebra/kernels/gemm/gemm",
            "gemm",
            (N, N),
            (square(N), square(N), square(N), alpha, beta, N, N, N),
            2,
        ),
        (
            "linear-algebra/kernels/gemver/gemver",
            "gemver_kernel2",
            (WIDE,),
            (square(WIDE), floats(WIDE), floats(WIDE), floats(WIDE), beta, WIDE),
            1,
        ),
        (
            "linear-algebra/kernels/gesummv/gesummv",
            "gesummv_kernel",
            (WIDE,),
            (
                square(WIDE),
                square(WIDE),
                floats(WIDE),
                floats(WIDE),
                floats(WIDE),
                alpha,
                beta,
                WIDE,
            ),
            3,
        ),
    ]
    return [
        Benchmark(
            f"polybench {kernel}",
            size,
            line if len(size) == 1 else tile,
            arguments,
            result,
            read(checkout / "OpenCL" / f"{path}.cl"),
            kernel,
        )
        for path, kernel, size, arguments, result in rows
    ]


def read(path: Path, **macros: int) -> str:
    text = path.read_text(encoding="utf-8")
    return "".join(f"#define {k} {v}\n" for k, v in macros.items()) + text


def rodinia(checkout: Path) -> list[Benchmark]:
    rng = np.random.default_rng(1)

    def floats(*shape: int) -> Any:
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)

    def numbers(limit: int, *shape: int) -> Any:
        return rng.integers(0, limit, shape, np.int32)

    opencl = checkout / "opencl"
    long, side, elements, boxes = 1 << 20, 1024, 97152, 216
    # Energy enough for a positive pressure.
    state = floats(5, elements) * np.array([[1], [0.3], [0.3], [0.3], [5]], np.float32)
    return [
        tree(opencl / "b+tree" / "kernel" / "kernel_gpu_opencl.cl"),
        Benchmark(
            "rodinia backprop",
            (16, 65536),
            (16, 16),
            (
                floats(65537),
                floats(17),
                floats(65537, 17),
                floats(4096, 16),
                LocalBytes(64),
                LocalBytes(1024),
                65536,
                16,
            ),
            3,
            read(opencl / "backprop" / "backprop_kernel.cl"),
            "bpnn_layerforward_ocl",
        ),
        Benchmark(
            "rodinia cfd",
            (elements,),
            (192,),
            (
                numbers(elements, 4, elements),
                floats(4, 3, elements),
                state,
                floats(5),
                floats(5, elements),
                floats(3),
                floats(3),
                floats(3),
                floats(3),
                elements,
            ),
            4,
            read(opencl / "cfd" / "Kernels.cl"),
            "compute_flux",
        ),
        Benchmark(
            "rodinia dwt2d",
            (long,),
            (256,),
            (
                numbers(9, long),
                numbers(9, long),
                numbers(9, long),
                rng.integers(0, 256, 3 * long, np.uint8),
                long,
            ),
            1,
            read(opencl / "dwt2d" / "com_dwt.cl"),
            "c_CopySrcToComponents",
        ),
        Benchmark(
            "rodinia gaussian",
            (side, side),
            (16, 16),
            (
                floats(side, side) * single(1e-3),
                floats(side, side),
                floats(side),
                side,
                5,
            ),
            1,
            read(opencl / "gaussian" / "gaussianElim_kernels.cl"),
            "Fan2",
        ),
        # 12 is the block of 16 without a border of an iteration on either side.
        Benchmark(
            "rodinia hotspot",
            (16 * -(-side // 12), 16 * -(-side // 12)),
            (16, 16),
            (
                2,
                floats(side, side),
                floats(side, side),
                floats(side, side),
                side,
                side,
                2,
                2,
                *map(single, (0.5, 10.0, 10.0, 5.0, 0.001)),
            ),
            3,
            read(opencl / "hotspot" / "hotspot_kernel.cl", BLOCK_SIZE=16),
            "hotspot",
        ),
        Benchmark(
            "rodinia hotspot3D",
            (512, 512),
            (64, 4),
            (
                floats(8, 512, 512),
                floats(8, 512, 512),
                floats(8, 512, 512),
                single(0.1),
                512,
                512,
                8,
                *map(single, (0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.3)),
            ),
            2,
            read(opencl / "hotspot3D" / "hotspotKernel.cl"),
            "hotspotOpt1",
        ),
        Benchmark(
            "rodinia hybridsort",
            (4096,),
            (32,),
            (
                floats(long),
                numbers(9, long),
                numbers(9, 128, 1024),
                long,
                np.sort(floats(1024)),
            ),
            2,
            read(opencl / "hybridsort" / "bucketsort_kernels.cl"),
            "bucketcount",
        ),
        Benchmark(
            "rodinia kmeans",
            (1 << 16,),
            (256,),
            (
                floats(34, 1 << 16),
                floats(5, 34),
                numbers(5, 1 << 16),
                1 << 16,
                5,
                34,
                0,
                0,
            ),
            2,
            read(opencl / "kmeans" / "kmeans.cl"),
            "kmeans_kernel_c",
        ),
        molecules(opencl / "lavaMD" / "kernel" / "kernel_gpu_opencl.cl", boxes),
    ]


def tree(path: Path) -> Benchmark:
    """
    Searches for 10 000 keys in a tree with 256 children of each node and two levels.
    """
    order, levels = 256, 2
    node = np.dtype(
        [
            ("location", np.int32),
            ("indices", np.int32, order + 1),
            ("keys", np.int32, order + 1),
            ("is_leaf", np.uint8),
            ("unused", np.uint8, 3),
            ("number", np.int32),
        ]
    )
    nodes: Any = np.zeros(order + 1, node)
    first = np.arange(order + 1, dtype=np.int32)
    nodes["keys"][0] = first * order
    nodes["indices"][0] = first + 1
    nodes["keys"][1:] = first + (np.arange(order) * order)[:, None]
    nodes["indices"][1:] = nodes["keys"][1:] % (order * order)
    rng = np.random.default_rng(2)
    keys = rng.integers(0, order * order, 10_000, np.int32)
    zeros = np.zeros(len(keys), np.int64)
    records = rng.integers(0, 1 << 20, order * order, np.int32)
    return Benchmark(
        "rodinia b+tree",
        (len(keys) * order,),
        (order,),
        (
            np.int64(levels),
            nodes.view(np.uint8),
            np.int64(len(nodes)),
            records,
            zeros,
            zeros.copy(),
            keys,
            np.zeros(len(keys), np.int32),
        ),
        7,
        read(path, DEFAULT_ORDER=order),
        "findK",
    )


def molecules(path: Path, boxes: int) -> Benchmark:
    """
    Forces between 100 particles in each of the boxes of a cube and in those beside it.
    """
    side = round(boxes ** (1 / 3))
    neighbour = np.dtype(
        [("at", np.int32, 3), ("number", np.int32), ("offset", np.int64)]
    )
    box = np.dtype(
        [
            ("at", np.int32, 3),
            ("number", np.int32),
            ("offset", np.int64),
            ("count", np.int32),
            ("unused", np.int32),
            ("neighbours", neighbour, 26),
        ]
    )
    all_boxes: Any = np.zeros(boxes, box)
    for number, place in enumerate(np.ndindex(side, side, side)):
        count = 0
        for step in np.ndindex(3, 3, 3):
            other = tuple(p + s - 1 for p, s in zip(place, step, strict=True))
            if step == (1, 1, 1) or min(other) < 0 or max(other) >= side:
                continue
            beside = int(np.ravel_multi_index(other, (side, side, side)))
            all_boxes[number]["neighbours"][count] = (other, beside, beside * 100)
            count += 1
        all_boxes[number]["offset"] = number * 100
        all_boxes[number]["count"] = count
    rng = np.random.default_rng(3)

    def floats(*shape: int) -> Any:
        return rng.uniform(0.1, 1.0, shape).astype(np.float32)

    dimensions = np.zeros((), [("unused", np.int32, 4), ("counts", np.int64, 5)])
    dimensions["counts"][0] = boxes
    return Benchmark(
        "rodinia lavaMD",
        (boxes * 128,),
        (128,),
        (
            floats(1).tobytes(),
            dimensions.tobytes(),
            all_boxes.view(np.uint8),
            floats(boxes * 100, 4),
            floats(boxes * 100),
            floats(boxes * 100, 4),
        ),
        5,
        read(path),
        "kernel_gpu_opencl",
    )
