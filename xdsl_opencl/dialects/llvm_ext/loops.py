"""
Upstream's `#llvm.loop_annotation` and its parts, which Clang's pragmas become.

Each holds its fields as they are written; `hints` says them as the metadata of `llvm.loop`
that the branches of this project carry (upstream's `LoopAnnotationTranslation.cpp`).
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, UnitAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer


class _Fields(ParametrizedAttribute):
    """Named fields between angle brackets."""

    fields: DictionaryAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        found: dict[str, Attribute] = {}
        with parser.in_angle_brackets():
            while (name := parser.parse_optional_identifier()) is not None:
                parser.parse_punctuation("=")
                part = PARTS.get(name)
                value = parser.parse_optional_attribute()
                if value is None and part is not None:
                    value = part.new(part.parse_parameters(parser))
                if (
                    value is None
                    and (value := parser.parse_optional_location()) is None
                ):
                    parser.raise_error(f"expected the value of '{name}'")
                if part is not None and not isinstance(value, part):
                    parser.raise_error(f"expected #{part.name}<...> for '{name}'")
                found[name] = value
                if parser.parse_optional_punctuation(",") is None:
                    break
        return [DictionaryAttr(found)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for number, (name, value) in enumerate(self.fields.data.items()):
                printer.print_string(f"{', ' if number else ''}{name} = ")
                printer.print_attribute(value)


@irdl_attr_definition
class LoopAnnotationAttr(_Fields):
    name = "llvm.loop_annotation"


def _part(word: str) -> type[_Fields]:
    made = type(word, (_Fields,), {"name": f"llvm.loop_{word}", "__module__": __name__})
    return irdl_attr_definition(made)


PARTS: Mapping[str, type[_Fields]] = {
    "vectorize": _part("vectorize"),
    "interleave": _part("interleave"),
    "unroll": _part("unroll"),
    "unrollAndJam": _part("unroll_and_jam"),
    "licm": _part("licm"),
    "distribute": _part("distribute"),
    "pipeline": _part("pipeline"),
    "peeled": _part("peeled"),
    "unswitch": _part("unswitch"),
}
"""Field of an annotation to the class of its value."""

LOOP_ATTRIBUTES: tuple[type[Attribute], ...] = (LoopAnnotationAttr, *PARTS.values())

_VALUES: Mapping[tuple[str, str], str] = {
    ("vectorize", "predicateEnable"): "vectorize.predicate.enable",
    ("vectorize", "scalableEnable"): "vectorize.scalable.enable",
    ("vectorize", "width"): "vectorize.width",
    ("interleave", "count"): "interleave.count",
    ("unroll", "count"): "unroll.count",
    ("unroll", "runtimeDisable"): "unroll.runtime.disable",
    ("unrollAndJam", "count"): "unroll_and_jam.count",
    ("pipeline", "disable"): "pipeline.disable",
    ("pipeline", "initiationinterval"): "pipeline.initiationinterval",
    ("peeled", "count"): "peeled.count",
}
"""Part and field to the property that has the field's value."""

_OPPOSITE: Mapping[tuple[str, str], str] = {
    ("vectorize", "disable"): "vectorize.enable",
    ("distribute", "disable"): "distribute.enable",
}

_UNITS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("", "disableNonforced"): ("disable_nonforced", ""),
    ("unroll", "disable"): ("unroll.disable", "unroll.enable"),
    ("unroll", "full"): ("unroll.full", ""),
    ("unrollAndJam", "disable"): ("unroll_and_jam.disable", "unroll_and_jam.enable"),
    ("licm", "versioningDisable"): ("licm_versioning.disable", ""),
    ("unswitch", "partialDisable"): ("unswitch.partial.disable", ""),
}
"""Part and field to the property that is there for true and for false; none for ''."""


def hints(annotation: LoopAnnotationAttr) -> dict[str, Attribute]:
    """
    The properties of `llvm.loop`, without that prefix. Progress is not one of them, nor
    are properties with another prefix (`llvm.licm.disable`), positions and groups of accesses.
    """
    found: dict[str, Attribute] = {}
    parts = {"": annotation.fields.data}
    for name in PARTS:
        if isinstance(part := annotation.fields.data.get(name), _Fields):
            parts[name] = part.fields.data
    for part, fields in parts.items():
        for field, value in fields.items():
            if not isinstance(value, IntegerAttr):
                continue
            key, number = (part, field), value.value.data
            if key in _VALUES:
                found[_VALUES[key]] = value
            elif key == ("", "isVectorized"):
                found["isvectorized"] = IntegerAttr(int(bool(number)), 32)
            elif key in _OPPOSITE:
                found[_OPPOSITE[key]] = IntegerAttr(int(not number), 1)
            elif key in _UNITS and (unit := _UNITS[key][0 if number else 1]):
                found[unit] = UnitAttr()
    return found
