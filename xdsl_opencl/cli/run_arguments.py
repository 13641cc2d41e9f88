"""
Kernel arguments as words of the command line.

    3  0x10  2.5  1,2,3,4     a number, or a vector
    bytes:0000803f            the bytes of a number, a vector or a structure
    in.npy                    the array of a file, for a pointer or an image
    zeros:float:1024          1024 zeros; also ones, iota (0, 1, 2, ...), and random
                              (0 to 1, or every integer), and empty, zeros that
                              --check takes for memory that is not written
    out.npy=SOURCE            as SOURCE (one of the two above); written when the kernel is
                              done
    in.png                    an image that the kernel reads
    out.png                   an image that the kernel writes, as large as the first one
    out.png=64x48             the same, with its size
    in.png:UNSIGNED_INT8      with a channel data type
    local:1024                bytes of local memory
    linear,clamp_to_edge,normalized      a sampler
    none                      a null pointer
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.images.formats import CHANNEL_TYPES, ELEMENT_TYPES
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.files import atomic_path
from xdsl_opencl.runtime.arguments.argument_block import Local, Sampler, scalar_type
from xdsl_opencl.runtime.arguments.buffers import Buffer
from xdsl_opencl.runtime.arguments.images import Image
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.png import read_png, write_png
from xdsl_opencl.runtime.program import Kernel

if TYPE_CHECKING:
    from xdsl_opencl.runtime.interpreters.host_functions import HostFunction

Array = npt.NDArray[Any]

_NPY = b"\x93NUMPY"
"""How a .npy file begins."""
_SEED = 1
"""Random numbers are the same in every run."""
_DATA_TYPES = {
    np.dtype(CHANNEL_TYPES[name].storage).name: name for name in reversed(ELEMENT_TYPES)
}
"""The channel data types of arrays: numbers of 8 and 16 bits are normalised ones."""
_ORDERS = {1: "R", 2: "RG", 4: "RGBA"}


def _random(dtype: np.dtype[Any], count: int) -> Array:
    rng = np.random.default_rng(_SEED)
    if dtype.kind == "f":
        return rng.random(count).astype(dtype)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, count, dtype, endpoint=True)


_EMPTY = "empty"
_FILLS: dict[str, Callable[[np.dtype[Any], int], Array]] = {
    "zeros": lambda dtype, count: np.zeros(count, dtype),
    "ones": lambda dtype, count: np.ones(count, dtype),
    "iota": lambda dtype, count: np.arange(count).astype(dtype),
    "random": _random,
    _EMPTY: lambda dtype, count: np.zeros(count, dtype),
}


def listed_words(path: str) -> list[str]:
    """
    The words of a JSON list: texts, numbers, and vectors as lists of numbers.

    Raises `RuntimeFailure` for another content, and `OSError`.
    """
    try:
        values: object = json.loads(Path(path).read_bytes())
    except (ValueError, RecursionError) as error:
        raise RuntimeFailure(f"--args {path}: this is not JSON: {error}") from error
    if not isinstance(values, list):
        raise RuntimeFailure(f"--args {path}: this is not a list of values")
    words: list[str] = []
    for value in cast(list[object], values):
        elements = cast(list[object], value) if isinstance(value, list) else [value]
        numbers = all(type(element) in (int, float) for element in elements)
        if not isinstance(value, str) and not (elements and numbers):
            raise RuntimeFailure(
                f"--args {path}: {json.dumps(value)} is not a word, a number or a vector"
            )
        words.append(value if isinstance(value, str) else ",".join(map(str, elements)))
    return words


@dataclass
class ArgumentReader:
    """Makes the values of one kernel's arguments, and keeps the outputs."""

    kernel: Kernel | HostFunction
    outputs: list[tuple[str, Array]] = field(default_factory=list[tuple[str, Array]])
    buffers: list[tuple[str, Array]] = field(default_factory=list[tuple[str, Array]])
    """Memory that the kernel may change, with the argument's name."""
    image_size: tuple[int, int] | None = None
    """Width and height of the first image."""
    index: int = 0
    word: str = ""
    """The argument that is read, and its word."""

    @property
    def info(self) -> ArgumentInfo:
        return self.kernel.arguments[self.index]

    def fail(self, message: str) -> NoReturn:
        info = self.info
        name = f" '{info.name}'" if info.name else ""
        raise RuntimeFailure(
            f"kernel '{self.kernel.name}', argument {self.index}{name} of type "
            f"{info.type_name}, given '{self.word}': {message}"
        )

    def read(self, words: list[str]) -> list[Any]:
        """
        The values of `words`.

        Raises `RuntimeFailure` naming the argument, and `OSError`.
        """
        infos = self.kernel.arguments
        if len(words) != len(infos):
            names = ", ".join(f"{i.type_name} {i.name}".strip() for i in infos)
            raise RuntimeFailure(
                f"kernel '{self.kernel.name}' takes {len(infos)} arguments "
                f"({names}); give one --arg for each, not {len(words)}"
            )
        kinds = {a.index: a.kind for a in self.kernel.layout.explicit}
        readers: dict[str, Callable[[], Any]] = {
            "global_pointer": self.buffer,
            "constant_pointer": self.buffer,
            "global_buffer": self.buffer,
            "local_pointer": self.local,
            "dynamic_shared_pointer": self.local,
            "image": self.image,
            "sampler": self.sampler,
        }
        values: list[Any] = []
        for self.index, self.word in enumerate(words):
            values.append(readers.get(kinds[self.index], self.value)())
        return values

    # --- buffers ---------------------------------------------------------------------

    def buffer(self) -> Array | Buffer | None:
        if self.word == "none":
            return None
        output, _, source = self.word.rpartition("=")
        array = self.array(source)
        info = self.info
        if "const" not in info.type_qualifiers.split():
            self.buffers.append((info.name or str(self.index), array))
        if output:
            if not output.endswith(".npy"):
                self.fail("a buffer is written to a .npy file")
            self.output(output, array)
        if source.startswith(f"{_EMPTY}:") and isinstance(self.kernel, Kernel):
            return Buffer(array, written=False)
        return array

    def array(self, source: str) -> Array:
        if source.endswith(".npy"):
            if not os.path.exists(source):
                self.fail(
                    f"there is no file '{source}'; to make one, say its contents: "
                    f"{source}=zeros:float:1024",
                )
            return self.file_array(source)
        kind, *rest = source.split(":")
        if kind not in _FILLS or len(rest) != 2:
            self.fail(
                "expected a .npy file, or "
                f"{'|'.join(_FILLS)}:TYPE:COUNT, for example zeros:float:1024",
            )
        type = scalar_type(rest[0])
        if type is None or rest[0] == "bool":
            self.fail(f"OpenCL C has no type '{rest[0]}' for memory")
        if not rest[1].isdecimal() or int(rest[1]) < 1:
            self.fail(f"'{rest[1]}' is not a number of elements; give 1 or more")
        dtype, width = type
        # A vector of three takes the room of four.
        count = int(rest[1]) * (4 if width == 3 else width)
        self.check_room(count * dtype.itemsize)
        return _FILLS[kind](dtype, count)

    def file_array(self, path: str) -> Array:
        """
        The array of the .npy file at `path`, which may be hostile: its header says how
        much memory is asked for.
        """
        with open(path, "rb") as file:
            if file.read(len(_NPY)) != _NPY:
                self.fail(f"'{path}' is not a .npy file")
        try:
            # Maps the file, so that a shape larger than it is refused.
            mapped: object = np.load(path, mmap_mode="r", allow_pickle=False)
        except OSError:
            raise
        except Exception as error:
            # NumPy evaluates the header, which can end in any kind of exception.
            reason = str(error).partition("\n")[0]
            self.fail(f"'{path}' is not a readable .npy file: {reason}")
        if not isinstance(mapped, np.ndarray):
            self.fail(f"'{path}' is not a .npy file of one array")
        array = cast(Array, mapped)
        self.check_room(array.nbytes)
        return np.array(array, order="C")

    def check_room(self, size: int) -> None:
        """Refuses to make arrays of more bytes than this computer has."""
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if size > memory:
            self.fail(
                f"it takes {size} bytes, and this computer has {memory}; make it smaller",
            )

    def local(self) -> Local:
        match = re.fullmatch(r"local:(\d+)", self.word)
        if match is None:
            self.fail("expected local:BYTES")
        return Local(int(match[1]))

    # --- images and samplers ---------------------------------------------------------

    def image(self) -> Image:
        info = self.info
        spec, _, data_type = self.word.partition(":")
        left, equals, right = spec.partition("=")
        size = re.fullmatch(r"(\d+)x(\d+)", right) if equals else None
        writes = info.access != "read_only"
        if equals and size is None and not right.endswith((".png", ".npy")):
            self.fail("expected FILE.png=WIDTHxHEIGHT or FILE.png=FILE.png")
        source = right if equals and size is None else left
        if size is not None:
            pixels = self.blank(int(size[1]), int(size[2]), data_type)
        elif writes and not equals and info.access == "write_only":
            if self.image_size is None:
                self.fail("how large? FILE.png=WIDTHxHEIGHT")
            pixels = self.blank(*self.image_size, data_type)
        else:
            pixels = self.pixels(source)
        if pixels.shape[-1] not in _ORDERS:
            self.fail(f"an image has 1, 2 or 4 channels, not {pixels.shape[-1]}")
        data_type = data_type or _DATA_TYPES.get(str(pixels.dtype), str(pixels.dtype))
        order = _ORDERS[pixels.shape[-1]]
        try:
            image = Image(pixels, info.base_type_name, order, data_type)
        except RuntimeFailure as error:
            self.fail(str(error))
        if self.image_size is None and pixels.ndim > 2:
            self.image_size = (pixels.shape[-2], pixels.shape[-3])
        if writes:
            if not left.endswith((".png", ".npy")):
                self.fail("an image is written to a .png or .npy file")
            self.output(left, pixels)
            self.buffers.append((info.name or str(self.index), pixels))
        return image

    def blank(self, width: int, height: int, data_type: str) -> Array:
        wanted = data_type or "UNORM_INT8"
        if wanted not in ELEMENT_TYPES:
            self.fail(f"'{wanted}' is none of {', '.join(ELEMENT_TYPES)}")
        if self.info.base_type_name != "image2d_t":
            self.fail("only image2d_t has WIDTHxHEIGHT; give a .npy file")
        if not width or not height:
            self.fail(f"an image of {width}x{height} has no pixels")
        dtype = np.dtype(CHANNEL_TYPES[wanted].storage)
        self.check_room(4 * width * height * dtype.itemsize)
        return np.zeros((height, width, 4), dtype)

    def pixels(self, path: str) -> Array:
        if path.endswith(".npy"):
            return self.array(path)
        if not path.endswith(".png"):
            self.fail("expected a .png or .npy file")
        if not os.path.exists(path):
            self.fail(f"there is no file '{path}'")
        pixels = read_png(path)
        # Kernels want colours: grey becomes RGB, and an image without alpha is opaque.
        full = np.full((*pixels.shape[:2], 4), np.iinfo(pixels.dtype).max, pixels.dtype)
        channels = pixels.shape[2]
        full[..., :3] = pixels[..., :3] if channels > 2 else pixels[..., :1]
        if channels in (2, 4):
            full[..., 3] = pixels[..., -1]
        return full

    def sampler(self) -> Sampler:
        if self.word == "none":
            self.fail(
                "a sampler is no pointer; for one that addresses nothing outside give "
                "'nearest,none'",
            )
        addressing, filter, normalized = "none", "nearest", False
        for part in self.word.split(","):
            if part in tuple(AddressingMode):
                addressing = part
            elif part in tuple(FilterMode):
                filter = part
            elif part in ("normalized", "unnormalized"):
                normalized = part == "normalized"
            else:
                known = (*FilterMode, *AddressingMode, "normalized", "unnormalized")
                self.fail(f"'{part}' is none of {', '.join(known)}")
        if "repeat" in addressing and not normalized:
            self.fail(
                f"'{addressing}' needs normalised coordinates; give '{self.word},normalized'",
            )
        return Sampler(normalized, addressing, filter)

    # --- values ----------------------------------------------------------------------

    def value(self) -> Any:
        if self.word.startswith("bytes:"):
            try:
                return bytes.fromhex(self.word.removeprefix("bytes:"))
            except ValueError:
                self.fail("expected two hexadecimal digits for each byte")
        numbers: list[int | float] = []
        for part in self.word.split(","):
            try:
                numbers.append(int(part, 0))
            except ValueError:
                try:
                    numbers.append(float(part))
                except ValueError:
                    self.fail(f"'{part}' is not a number")
        if isinstance(self.kernel, Kernel) and not (self.info.base_type_name):
            return self.sized(numbers)
        return numbers[0] if len(numbers) == 1 else numbers

    def sized(self, numbers: list[int | float]) -> bytes:
        """The bytes of numbers whose type is not known: by their size and how they are written."""
        (place,) = (a for a in self.kernel.layout.explicit if a.index == self.index)
        each, rest = divmod(place.size, len(numbers))
        letter = "i" if all(isinstance(n, int) for n in numbers) else "f"
        if rest or each not in ((1, 2, 4, 8) if letter == "i" else (2, 4, 8)):
            self.fail(
                f"{len(numbers)} numbers have no type with together {place.size} bytes; "
                "give bytes:...",
            )
        if letter == "f":
            return np.array(numbers, f"<f{each}").tobytes()
        for number in numbers:
            if not -(1 << 8 * each - 1) <= number < 1 << 8 * each:
                self.fail(f"{number} does not fit into {each} bytes")
        mask = (1 << 8 * each) - 1
        return b"".join((int(n) & mask).to_bytes(each, "little") for n in numbers)

    # --- outputs ---------------------------------------------------------------------

    def output(self, path: str, array: Array) -> None:
        """Keeps `array` for the file `path`."""
        places = [os.path.realpath(other) for other, _ in self.outputs]
        if os.path.realpath(path) in places:
            self.fail(
                f"another argument is written to '{path}', too; name two files",
            )
        self.outputs.append((path, array))

    # --- afterwards ------------------------------------------------------------------

    def write(self) -> None:
        """
        Writes the outputs.

        Raises `OSError` and `RuntimeFailure`.
        """
        for path, array in self.outputs:
            if path.endswith(".npy"):
                with atomic_path(path) as temporary, temporary.open("wb") as file:
                    np.save(file, array)
                continue
            if array.dtype.kind == "f":
                array = np.rint(np.nan_to_num(np.clip(array, 0, 1)) * 255)
                array = array.astype(np.uint8)
            if array.ndim == 3 and array.shape[2] == 4:
                opaque = (array[..., 3] == np.iinfo(array.dtype).max).all()
                array = array[..., :3] if opaque else array
            with atomic_path(path) as temporary:
                write_png(temporary, np.ascontiguousarray(array))
