"""lit configuration; `lit .` at the repository root runs every FileCheck test."""

import os
import shutil
import sys

import lit.formats

root = os.path.dirname(os.path.abspath(__file__))

config.name = "xdsl-opencl"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".ll", ".cl", ".test"]
# lit finds `lit test/x.mlir` only when the source root is the folder of this file.
config.test_source_root = root
config.test_exec_root = os.path.join(root, ".lit")
config.excludes = [
    ".git",
    ".lit",
    ".venv",
    "benchmarks",
    "build",
    "docs",
    "examples",
    "Inputs",
    "kernels",
    "out",
    "unit",
    "xdsl_opencl",
]

# The tools of the environment that runs lit come first on the PATH.
path = [os.path.dirname(sys.executable), os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
# Outputs are made, not found.
config.environment["XDSL_OPENCL_CACHE"] = ""
for name in ("HOME", "PYTHONPATH", "TMPDIR", "XDG_CACHE_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def tool(feature: str, substitution: str, variable: str, *names: str) -> None:
    """
    Makes an optional tool a feature: `$variable` names it, else the first name on the PATH.
    """
    found = os.environ.get(variable) or next(
        filter(None, map(shutil.which, names)), None
    )
    if found:
        config.available_features.add(feature)
        config.substitutions.append((substitution, found))


tool("mlir-opt", "%mlir-opt", "MLIR_OPT", "mlir-opt-19", "mlir-opt")
tool(
    "mlir-translate",
    "%mlir-translate",
    "MLIR_TRANSLATE",
    "mlir-translate-19",
    "mlir-translate",
)
tool("llvm-diff", "%llvm-diff", "LLVM_DIFF", "llvm-diff-19", "llvm-diff")
tool("llvm-readelf", "%llvm-readelf", "LLVM_READELF", "llvm-readelf-19", "llvm-readelf")
tool("llvm-objdump", "%llvm-objdump", "LLVM_OBJDUMP", "llvm-objdump-19", "llvm-objdump")
tool("opt", "%opt", "OPT", "opt-19")
tool("llc", "%llc", "LLC", "llc-19")

config.substitutions.append(("%root", root))
config.substitutions.append(
    (
        "XDSL_ROUNDTRIP",
        "xdsl-opt %s --print-op-generic --split-input-file | xdsl-opt --split-input-file | filecheck %s",
    )
)
config.substitutions.append(
    (
        "XDSL_GENERIC_ROUNDTRIP",
        "xdsl-opt %s --print-op-generic --split-input-file | filecheck %s --check-prefix=CHECK-GENERIC",
    )
)
