"""Shows thrum's vectors, pointers, tuples and iterators in lldb. In ~/.lldbinit, or typed:

    command script import <prefix>/share/thrum/debugger/thrum_lldb.py

A vector whose memory lldb cannot read, as that of a CUDA device, shows its size and address.
"""

import lldb


VECTOR = r"^thrum::(checked_program::)?(detail::)?(host_|device_|unified_)?vector<.+>$"


def family(name):
    """What users call a vector of a type of this name."""
    return name.split("<")[0].split("::")[-1]


def storage_of(vector):
    """The first element, the size and the capacity of a vector."""
    storage = vector.GetNonSyntheticValue().GetChildMemberWithName("s_")
    first = storage.GetChildMemberWithName("first")
    size = storage.GetChildMemberWithName("size").GetValueAsUnsigned()
    return first, size, storage.GetChildMemberWithName("capacity").GetValueAsUnsigned()


def readable(first, size):
    if size == 0:
        return True
    error = lldb.SBError()
    process = first.GetProcess()
    process.ReadMemory(first.GetValueAsUnsigned() + size * first.GetType().GetPointeeType().GetByteSize() - 1, 1, error)
    return error.Success()


def vector_summary(vector, _):
    first, size, capacity = storage_of(vector)
    name = vector.GetNonSyntheticValue().GetType().GetCanonicalType().GetName()
    text = f"{family(name)} of {size} {first.GetType().GetPointeeType().GetName()}, capacity {capacity}"
    return text if readable(first, size) else f"{text}, at {hex(first.GetValueAsUnsigned())} out of lldb's reach"


class VectorChildren:
    def __init__(self, vector, _):
        self.vector = vector
        self.update()

    def update(self):
        self.first, size, _ = storage_of(self.vector)
        self.size = size if readable(self.first, size) else 0
        return False

    def num_children(self):
        return self.size

    def has_children(self):
        return True

    def get_child_index(self, name):
        return int(name.strip("[]"))

    def get_child_at_index(self, i):
        if not 0 <= i < self.size:
            return None
        element = self.first.GetType().GetPointeeType()
        return self.first.CreateChildAtOffset(f"[{i}]", i * element.GetByteSize(), element)


def pointer_summary(pointer, _):
    name = pointer.GetType().GetCanonicalType().GetName()
    kind = "device pointer" if "device_space" in name else "pointer"
    return f"{kind} {hex(pointer.GetChildMemberWithName('p_').GetValueAsUnsigned())}"


def reference_summary(reference, _):
    pointer = reference.GetChildMemberWithName("p_").GetNonSyntheticValue().GetChildMemberWithName("p_")
    if not readable(pointer, 1):
        return f"reference to {hex(pointer.GetValueAsUnsigned())}, out of lldb's reach"
    target = pointer.Dereference()
    return f"reference to {target.GetSummary() or target.GetValue()}"


class TupleChildren:
    def __init__(self, value, _):
        self.value = value
        self.update()

    def update(self):
        leaves = self.value.GetChildAtIndex(0)
        self.leaves = [leaves.GetChildAtIndex(i) for i in range(leaves.GetNumChildren())]
        return False

    def num_children(self):
        return len(self.leaves)

    def get_child_index(self, name):
        return int(name.strip("[]"))

    def get_child_at_index(self, i):
        value = self.leaves[i].GetChildMemberWithName("value")
        return value.CreateChildAtOffset(f"[{i}]", 0, value.GetType())


def __lldb_init_module(debugger, _):
    here = __name__
    for command in (
        f'type summary add -e -x "{VECTOR}" -F {here}.vector_summary',
        f'type synthetic add -x "{VECTOR}" -l {here}.VectorChildren',
        f'type summary add -x "^thrum::detail::tagged_pointer<.+>$" -F {here}.pointer_summary',
        f'type summary add -x "^thrum::device_reference<.+>$" -F {here}.reference_summary',
        f'type synthetic add -x "^thrum::tuple<.+>$" -l {here}.TupleChildren',
    ):
        debugger.HandleCommand(f"{command} -w thrum")
    debugger.HandleCommand("type category enable thrum")
