"""lit configuration; `lit .` at the repository root runs every FileCheck test."""

import atexit
import os
import re
import sys

root = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(root, "test"), os.path.join(root, "test", "unit")]
import tools  # noqa: E402
import warm_lit  # noqa: E402

config.name = "xdsl-opencl"
config.test_format = warm_lit.WarmTest()
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
    "code_object_cases",
    "docs",
    "examples",
    "fuzz",
    "Inputs",
    "textbook",
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


# Optional tools, by the helper that the unit tests have.
missing: dict[str, str] = {}


def tool(
    name: str, least: int = 19, most: int | None = None, feature: str = ""
) -> None:
    """
    Makes an optional tool the feature `feature` and the substitution `%feature`, both
    called as the tool if not given.
    """
    feature = feature or name
    if found := tools.find(name, least, most):
        config.available_features.add(feature)
        config.substitutions.append((rf"%{feature}(?![-\w])", found.path))
    else:
        missing[feature] = tools.absent(name, least, most)


for name in (
    "llvm-diff",
    "llvm-readelf",
    "llvm-objdump",
    "mlir-opt",
    "mlir-translate",
    "opt",
    "llc",
):
    tool(name)
# Later ones write `llvm.call_intrinsic` and IRDL's operands differently, and fold constants.
for name in ("mlir-opt", "mlir-translate"):
    tool(name, 19, 19, f"{name}-19")
# The forms of the `gpu` dialect are those of this one.
tool("mlir-opt", 22, 22, "mlir-opt-22")


def say_what_is_missing() -> None:
    """
    Prints, after lit's own summary, what would run the tests that are unsupported here.
    """
    found: list[tuple[str, int]] = []
    for folder, folders, names in os.walk(os.path.join(root, "test")):
        folders[:] = [f for f in folders if f not in config.excludes]
        for name in names:
            if os.path.splitext(name)[1] not in config.suffixes:
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as stream:
                required = re.search(r"REQUIRES: (.*)", stream.read())
            if required is None:
                continue
            lacking = [f for f in required[1].split(", ") if f in missing]
            found += [(missing[f], 1) for f in lacking[:1]]
    if words := tools.summary(found):
        print(f"lit: {words}")


if missing:
    # lit's workers end without this.
    atexit.register(say_what_is_missing)

config.substitutions += [("%root", root), ("%python", sys.executable)]
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
if checker := lit_config.params.get("filecheck"):
    config.substitutions.append((r"\bfilecheck %", f"{checker} %"))
