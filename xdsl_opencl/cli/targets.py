"""`--list-targets`: every processor with the ABIs that it runs."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl_opencl.cli.text_tables import table


def target_lines() -> Iterator[str]:
    """The lines of the table, and one on the host."""
    from xdsl_opencl.abi.gpu.processors import ALIASES, PROCESSORS

    other_names: dict[str, list[str]] = {}
    for alias, name in ALIASES.items():
        other_names.setdefault(name, []).append(alias)
    rows = [
        (
            name,
            " ".join(abis),
            " ".join(map(str, PROCESSORS[name].wave_sizes)),
            " ".join(other_names.get(name, ())),
        )
        for name in PROCESSORS
        if (abis := _abis(name))
    ]
    yield from table(("processor", "ABIs", "wave sizes", "also named"), rows, "")
    yield "ABI host needs no processor: it is the computer that compiles."


def _abis(processor: str) -> list[str]:
    """The GPU ABIs that accept `processor`, in the order of `Abi`."""
    from xdsl_opencl.abi.interfaces import INTERFACES
    from xdsl_opencl.abi.model import AbiError
    from xdsl_opencl.abi.target import CODE_OBJECT_VERSIONS, Abi, Target

    accepted: list[str] = []
    for abi in Abi:
        if not INTERFACES[abi].is_gpu:
            continue
        try:
            Target(abi, processor, code_object_version=CODE_OBJECT_VERSIONS[-1])
        except AbiError:
            continue
        accepted.append(str(abi))
    return accepted
