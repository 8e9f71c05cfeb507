"""Shows thrum's vectors, pointers, tuples and iterators in gdb. In ~/.gdbinit, or typed:

    source <prefix>/share/thrum/debugger/thrum_gdb.py

A vector whose memory gdb cannot read, as that of a CUDA device, prints its size and address. `thrum-fetch v` copies its
elements with the program's own cudaMemcpy, and prints them: the program is asked to run code, so that is never done unasked.
"""

import re

import gdb
import gdb.printing

MOST_FETCHED = 200


def plain(value):
    """The value behind references, and of its actual type."""
    kind = value.type
    return value.referenced_value() if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF) else value


# The three vectors, and what they derive from.
VECTOR = re.compile(r"^thrum::(?:checked_program::)?(?:detail::)?((?:host_|device_|unified_)?vector)<.*>$")


def name_of(kind):
    """The name of a type without the names that users give to it."""
    return kind.strip_typedefs().unqualified().name or ""


class Storage:
    """The elements that a vector owns."""

    def __init__(self, vector):
        storage = vector["s_"]
        self.first = storage["first"]
        self.size = int(storage["size"])
        self.capacity = int(storage["capacity"])
        self.element = self.first.type.target().strip_typedefs()
        self.family = VECTOR.match(name_of(vector.type)).group(1)

    def readable(self):
        if self.size == 0:
            return True
        try:
            gdb.selected_inferior().read_memory(int(self.first), 1)
            gdb.selected_inferior().read_memory(int(self.first + self.size) - 1, 1)
            return True
        except gdb.MemoryError:
            return False

    def __str__(self):
        return f"{self.family} of {self.size} {self.element}, capacity {self.capacity}"


class VectorPrinter:
    def __init__(self, value):
        self.storage = Storage(value)

    def to_string(self):
        if self.storage.readable():
            return str(self.storage)
        return f"{self.storage}, at {hex(int(self.storage.first))} out of gdb's reach (thrum-fetch shows it)"

    def children(self):
        if self.storage.readable():
            for i in range(self.storage.size):
                yield f"[{i}]", (self.storage.first + i).dereference()

    def display_hint(self):
        return "array"


class PointerPrinter:
    """device_ptr, and the iterators of vectors."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        pointer = self.value["p_"]
        name = "device pointer" if "device_space" in str(self.value.type.strip_typedefs()) else "pointer"
        return f"{name} {hex(int(pointer))}"


class ReferencePrinter:
    """What stands for an element of a device_vector: its value where gdb can read it."""

    def __init__(self, value):
        self.pointer = value["p_"]["p_"]

    def to_string(self):
        try:
            target = self.pointer.dereference()
            target.fetch_lazy()
            return f"reference to {target.format_string()}"
        except gdb.MemoryError:
            return f"reference to {hex(int(self.pointer))}, out of gdb's reach"


class TuplePrinter:
    def __init__(self, value):
        self.value = value

    def children(self):
        leaves = self.value[self.value.type.fields()[0]]
        for i, field in enumerate(leaves.type.fields()):
            yield f"[{i}]", leaves[field]["value"]

    def to_string(self):
        return "tuple"


class IteratorPrinter:
    """The iterators that compute: their own members, without the facade that they derive from."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return self.value.type.strip_typedefs().name.split("<")[0].removeprefix("thrum::")

    def children(self):
        for field in self.value.type.fields():
            if not field.is_base_class and hasattr(field, "bitpos"):
                yield field.name.rstrip("_"), self.value[field]


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("thrum")
    collection.add_printer("vector", VECTOR.pattern, VectorPrinter)
    collection.add_printer("pointer", r"^thrum::detail::tagged_pointer<.*>$", PointerPrinter)
    collection.add_printer("reference", r"^thrum::device_reference<.*>$", ReferencePrinter)
    collection.add_printer("tuple", r"^thrum::tuple<.*>$", TuplePrinter)
    collection.add_printer("iterator", r"^thrum::[a-z_]+_iterator<.*>$", IteratorPrinter)
    return collection


class Fetch(gdb.Command):
    """thrum-fetch EXPRESSION: the elements of a vector in memory that gdb cannot read, 200 at most.

    Calls malloc, cudaMemcpy and free in the program, which has to be stopped where it may run."""

    def __init__(self):
        super().__init__("thrum-fetch", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, expression, from_tty):
        if not expression:
            raise gdb.GdbError("thrum-fetch: name a vector")
        try:
            self.fetch(expression)
        except gdb.error as wrong:  # gdb would print it as a failure of this script
            raise gdb.GdbError(f"thrum-fetch: {wrong}") from None

    def fetch(self, expression):
        vector = plain(gdb.parse_and_eval(expression))
        if not VECTOR.match(name_of(vector.type)):
            raise gdb.GdbError(f"thrum-fetch: {expression} is no vector of thrum")
        storage = Storage(vector)
        count = min(storage.size, MOST_FETCHED)
        if count == 0:
            print(f"{storage} = {{}}")
            return
        size = count * storage.element.sizeof
        room = int(gdb.parse_and_eval(f"((void* (*)(unsigned long)) malloc)({size})"))
        if room == 0:
            raise gdb.GdbError("thrum-fetch: the program has no memory left")
        try:
            copy = "((int (*)(void*, void const*, unsigned long, int)) cudaMemcpy)"
            error = int(gdb.parse_and_eval(f"{copy}((void*) {room}, (void*) {int(storage.first)}, {size}, 2)"))
            if error != 0:
                raise gdb.GdbError(f"thrum-fetch: cudaMemcpy failed with error {error}")
            elements = gdb.Value(room).cast(storage.element.array(count - 1).pointer()).dereference()
            more = f", the first {count}" if count < storage.size else ""
            print(f"{storage}{more} = {elements.format_string()}")
        finally:
            gdb.parse_and_eval(f"((void (*)(void*)) free)((void*) {room})")


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
Fetch()
