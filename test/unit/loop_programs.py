"""
Random functions of `arith`, `memref` and `scf` on arrays of 16 elements, in text that xDSL and MLIR
read. All accesses are inside, no division is by zero, and no loop depends on chance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

INTEGERS = (0, 1, -1, 2, 3, 7, -8, 31, 2**31 - 1, -(2**31))
FLOATS = ("0.0", "-0.0", "1.0", "-1.5", "3.0e38", "0x7F800000", "0x7FC00000", "1.0e-40")
ARGUMENTS = (
    ("a", "memref<16xi32>"),
    ("b", "memref<16xi32>"),
    ("x", "memref<16xf32>"),
    ("y", "memref<16xf32>"),
    ("n", "i32"),
    ("t", "f32"),
)
"""The arguments of every function: their names and types."""
BINARY = {
    "i32": "addi subi muli andi ori xori shli shrsi shrui divui remui minsi maxui",
    "f32": "addf subf mulf divf maximumf minnumf",
    "i1": "andi ori xori",
    "index": "addi subi muli maxsi",
}
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
ORDERED = "oeq ogt oge olt ole one ord ueq ugt une uno".split()


@dataclass
class LoopProgram:
    """The lines of a function, and the values that are visible, by type."""

    random: Random
    lines: list[str] = field(default_factory=list[str])
    values: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, type_: str, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"{name} = {text}")
        self.values[type_].append(name)
        return name

    def constant(self, type_: str) -> str:
        random = self.random
        if type_ == "f32":
            text = f"{random.choice(FLOATS)} : f32"
        elif type_ == "i1":
            text = random.choice(("true", "false"))
        elif type_ == "index":
            text = f"{random.choice((0, 1, 2, 3, 15, -1))} : index"
        else:
            text = f"{random.choice(INTEGERS)} : i32"
        return self.emit(type_, f"arith.constant {text}")

    def any(self, type_: str) -> str:
        if not self.values[type_] or not self.random.randrange(4):
            return self.constant(type_)
        return self.random.choice(self.values[type_][-6:])

    def number(self, type_: str, value: int) -> str:
        return self.emit(type_, f"arith.constant {value} : {type_}")

    def place(self) -> str:
        """An index from 0 to 15, often the same one."""
        if self.random.randrange(2):
            return self.number("index", self.random.choice((0, 1, 3)))
        mask = self.number("index", 15)
        return self.emit("index", f"arith.andi {self.any('index')}, {mask} : index")

    def operation(self) -> None:
        random = self.random
        kind = random.randrange(11)
        type_ = random.choice(("i32", "i32", "f32", "f32", "i1", "index"))
        if kind < 4:
            self.binary(type_)
        elif kind == 4:
            a, b = self.any("i32"), self.any("i32")
            b = random.choice((a, b))
            self.emit("i1", f"arith.cmpi {random.choice(PREDICATES)}, {a}, {b} : i32")
        elif kind == 5:
            a, b = self.any("f32"), self.any("f32")
            b = random.choice((a, b))
            self.emit("i1", f"arith.cmpf {random.choice(ORDERED)}, {a}, {b} : f32")
        elif kind == 6:
            a, b = self.any(type_), self.any(type_)
            b = random.choice((a, b, b))
            self.emit(type_, f"arith.select {self.any('i1')}, {a}, {b} : {type_}")
        elif kind == 7:
            self.convert()
        elif kind == 8:
            self.accumulate()
        else:
            self.access()

    def binary(self, type_: str) -> None:
        word = self.random.choice(BINARY[type_].split())
        a, b = self.any(type_), self.any(type_)
        if self.random.randrange(6) == 0:
            b = a
        if word in ("divui", "remui"):
            one = self.number("i32", 1)
            b = self.emit("i32", f"arith.ori {b}, {one} : i32")
        elif word.startswith("sh"):
            mask = self.number("i32", 31)
            b = self.emit("i32", f"arith.andi {b}, {mask} : i32")
        self.emit(type_, f"arith.{word} {a}, {b} : {type_}")

    def convert(self) -> None:
        made, text = self.random.choice(
            (
                ("f32", f"arith.sitofp {self.any('i32')} : i32 to f32"),
                ("i32", f"arith.extui {self.any('i1')} : i1 to i32"),
                ("i32", f"arith.extsi {self.any('i1')} : i1 to i32"),
                ("i1", f"arith.trunci {self.any('i32')} : i32 to i1"),
                ("i32", f"arith.index_cast {self.any('index')} : index to i32"),
                ("index", f"arith.index_cast {self.any('i32')} : i32 to index"),
                ("i32", f"arith.bitcast {self.any('f32')} : f32 to i32"),
                ("f32", f"arith.negf {self.any('f32')} : f32"),
            )
        )
        self.emit(made, text)

    def access(self) -> None:
        memory, type_ = self.random.choice(ARGUMENTS[:4])
        element = type_[-4:-1]
        place = self.place()
        if self.random.randrange(2):
            self.emit(element, f"memref.load %{memory}[{place}] : {type_}")
        else:
            value = self.any(element)
            self.lines.append(f"memref.store {value}, %{memory}[{place}] : {type_}")

    def accumulate(self) -> None:
        """Changes an element that another statement may store too."""
        memory, type_ = self.random.choice(ARGUMENTS[:2])
        place, other = self.place(), self.place()
        old = self.emit("i32", f"memref.load %{memory}[{place}] : {type_}")
        new = self.emit("i32", f"arith.addi {old}, {self.any('i32')} : i32")
        self.lines.append(f"memref.store {new}, %{memory}[{place}] : {type_}")
        if self.random.randrange(2):
            line = f"memref.store {self.any('i32')}, %{memory}[{other}] : {type_}"
            self.lines.append(line)

    def loop(self, depth: int) -> None:
        random = self.random
        low = self.number("index", random.choice((0, 0, 1, 2)))
        high = self.number("index", random.choice((0, 1, 2, 3, 5)))
        step = self.number("index", random.choice((1, 1, 2, 3)))
        carried = [random.choice(("i32", "f32")) for _ in range(random.randrange(3))]
        initial = [self.any(type_) for type_ in carried]
        variable, names = self.fresh(), [self.fresh() for _ in carried]
        results = [self.fresh() for _ in carried]
        head = f"scf.for {variable} = {low} to {high} step {step}"
        if carried:
            pairs = ", ".join(f"{n} = {i}" for n, i in zip(names, initial, strict=True))
            head += f" iter_args({pairs}) -> ({', '.join(carried)})"
            head = f"{', '.join(results)} = {head}"
        self.lines.append(head + " {")
        outside = {type_: [*found] for type_, found in self.values.items()}
        self.values["index"].append(variable)
        for type_, name in zip(carried, names, strict=True):
            self.values[type_].append(name)
        self.statements(random.randint(2, 5), depth - 1)
        self.close(carried)
        self.values = outside
        for type_, name in zip(carried, results, strict=True):
            self.values[type_].append(name)

    def branch(self, depth: int) -> None:
        given = [self.random.choice(("i32", "f32"))] * self.random.randrange(2)
        results = [self.fresh() for _ in given]
        head = f"scf.if {self.any('i1')}"
        if given:
            head = f"{', '.join(results)} = {head} -> ({', '.join(given)})"
        self.lines.append(head + " {")
        for part in range(2):
            outside = {type_: [*found] for type_, found in self.values.items()}
            self.statements(self.random.randint(1, 3), depth - 1)
            self.close(given)
            self.values = outside
            if not part:
                self.lines[-1] += " else {"
        for type_, name in zip(given, results, strict=True):
            self.values[type_].append(name)

    def close(self, types: list[str]) -> None:
        if types:
            values = [self.any(type_) for type_ in types]
            self.lines.append(f"scf.yield {', '.join(values)} : {', '.join(types)}")
        self.lines.append("}")

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            kind = self.random.randrange(8)
            if depth and kind == 0:
                self.branch(depth)
            elif depth and kind < 3:
                self.loop(depth)
            else:
                self.operation()


def loop_program(name: str, seed: int) -> str:
    """The text of a function, which stores what it has computed at its end."""
    made = LoopProgram(Random(seed))
    made.values = {type_: [] for type_ in BINARY}
    made.values["i32"].append("%n")
    made.values["f32"].append("%t")
    made.statements(12, 3)
    last = made.number("index", 15)
    for type_, memory in (("i32", "a"), ("f32", "x")):
        value = made.any(type_)
        made.lines.append(
            f"memref.store {value}, %{memory}[{last}] : memref<16x{type_}>"
        )
    arguments = ", ".join(f"%{each}: {type_}" for each, type_ in ARGUMENTS)
    return "\n".join(
        [f"func.func @{name}({arguments}) {{", *made.lines, "func.return\n}\n"]
    )


SIDE = 16
"""Elements of each dimension of the array that a nest of parallel loops changes."""


def parallel_program(name: str, seed: int) -> tuple[str, str]:
    """
    A function of a memref of three dimensions of `SIDE` i32 and the index 8, which changes the
    elements that its one or two nested `scf.parallel` with step 1 reach; and tile sizes.
    """
    random = Random(seed)
    rank = random.randint(1, 3)
    lines = [
        f"func.func @{name}(%m: memref<{SIDE}x{SIDE}x{SIDE}xi32>, %n: index) {{",
        "%one = arith.constant 1 : index\n%three = arith.constant 3 : index",
        "%k = arith.constant 5 : i32",
    ]
    places = ["%three"] * 3
    for i in range(rank):
        lower, size = random.choice((0, 1, -2, 3)), random.choice((0, 1, 5, 8, 9))
        upper = f"arith.constant {lower + size} : index"
        if size == 8:
            upper = f"arith.addi %l{i}, %n : index"
        lines += [f"%l{i} = arith.constant {lower} : index", f"%h{i} = {upper}"]
        places[i] = f"%x{i}"
    cut = random.randint(1, rank)
    nests = [dims for dims in (range(cut), range(cut, rank)) if dims]
    for dims in nests:
        lists = (", ".join(f"%{letter}{i}" for i in dims) for letter in "ilh")
        ones = ", ".join("%one" for _ in dims)
        lines.append(
            "scf.parallel ({}) = ({}) to ({}) step ({}) {{".format(*lists, ones)
        )
    at = f"%m[{', '.join(places)}] : memref<{SIDE}x{SIDE}x{SIDE}xi32>"
    lines += [f"%x{i} = arith.addi %i{i}, %three : index" for i in range(rank)]
    lines += [f"%v = memref.load {at}", "%w = arith.muli %v, %k : i32"]
    lines += [f"memref.store %w, {at}", *["scf.reduce\n}" for _ in nests]]
    sizes = [
        str(random.choice((1, 2, 3, 4, 5, 16))) for _ in range(random.randint(1, 4))
    ]
    return "\n".join([*lines, "func.return\n}\n"]), ",".join(sizes)
