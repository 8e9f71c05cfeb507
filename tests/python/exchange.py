"""Arrays of thrum in NumPy, and arrays of NumPy in thrum, by DLPack: values, addresses, and who lives how long; and what CuPy
and others write into the dictionary __cuda_array_interface__."""

import gc
import sys
import threading

import numpy as np

import arrays_of_thrum as thrum


def address(a):
    return a.__array_interface__["data"][0]


def fails(call, error, text):
    try:
        call()
    except error as e:
        assert text in str(e), str(e)
        return
    raise AssertionError(f"no {error.__name__}: {text}")


def from_thrum_to_numpy():
    a = thrum.array(3, 4)
    x = np.from_dlpack(a)
    assert x.shape == (3, 4) and x.dtype == np.float64 and address(x) == a.address()
    assert (x == np.arange(12.0).reshape(3, 4)).all()
    x[1, 2] = 999
    assert a.at(1, 2) == 999
    assert thrum.live() == 1
    # Each view of NumPy keeps the vector, also when the object is gone.
    row = x[2]
    del a, x
    gc.collect()
    assert thrum.live() == 1 and list(row) == [8, 9, 10, 11]
    del row
    gc.collect()
    assert thrum.live() == 0

    turned = thrum.array(3, 4)
    turned.turn()
    x = np.from_dlpack(turned)
    assert x.shape == (4, 3) and x.strides == (8, 32) and x[3, 1] == 7
    locked = thrum.array(2, 2)
    locked.lock()
    y = np.from_dlpack(locked)
    assert not y.flags.writeable
    empty = np.from_dlpack(thrum.array(0, 4))
    assert empty.shape == (0, 4)
    del x, y, empty, turned, locked
    gc.collect()
    assert thrum.live() == 0


def capsules_that_nobody_takes():
    for version in (None, (1, 0)):
        a = thrum.array(5, 5)
        capsule = a.__dlpack__(max_version=version)
        assert ("versioned" in repr(capsule)) == (version is not None)
        del a
        gc.collect()
        assert thrum.live() == 1
        del capsule
        assert thrum.live() == 0


def from_numpy_to_thrum():
    for versioned in (True, False):
        x = np.array([5.0, 3.0, 4.0, 1.0, 2.0])
        before = sys.getrefcount(x)
        h = thrum.hold_float64(x, versioned)
        assert h.address() == address(x) and h.sum() == 15 and not h.is_copied()
        assert sys.getrefcount(x) == before + 1
        h.sort()
        assert list(x) == [1, 2, 3, 4, 5]
        del h
        assert sys.getrefcount(x) == before

        # The array lives as long as thrum holds it.
        h = thrum.hold_float64(np.arange(100000.0), versioned)
        gc.collect()
        assert h.sum() == sum(range(100000))
        del h

    x = np.arange(24.0).reshape(4, 6)
    for view in (x, x.T, x[::2, ::-1], x[1:3, 2:5], x[::-1], x[:0]):
        assert thrum.hold_float64_2(view).elements() == view.ravel().tolist()
    # One row that NumPy shows three times: read-only, with a stride of 0.
    repeated = np.broadcast_to(np.arange(6.0), (3, 6))
    fails(lambda: thrum.hold_float64_2(repeated), ValueError, "is read-only")
    every_third = x.ravel()[1::3]
    thrum.hold_float64(every_third[::-1]).sort()
    assert list(every_third) == sorted(every_third, reverse=True)
    assert thrum.hold_int64(np.arange(5)).sum() == 10
    assert thrum.hold_bool(np.array([True, False, True])).elements() == [1, 0, 1]


def errors():
    x = np.zeros(4, np.float32)
    before = sys.getrefcount(x)
    fails(lambda: thrum.hold_float64(x), ValueError, "elements of type float32, not float64")
    fails(lambda: thrum.hold_float64(np.zeros((2, 2))), ValueError, "has 2 dimensions, not 1")
    fails(lambda: thrum.hold_float64(np.zeros(2, complex)), ValueError, "elements of type complex128, not float64")
    constant = np.zeros(4)
    constant.flags.writeable = False
    fails(lambda: thrum.hold_float64(constant), ValueError, "is read-only")
    assert thrum.hold_constant_float64(constant).sum() == 0
    # NumPy gives arrays that are not aligned; thrum refuses them.
    odd = np.frombuffer(bytearray(33), np.uint8)[1:].view(np.float64)
    fails(lambda: thrum.hold_float64(odd), ValueError, "no multiple of 8")
    gc.collect()
    assert sys.getrefcount(x) == before


def there_and_back():
    a = thrum.array(10, 10)
    x = np.from_dlpack(a)
    h = thrum.hold_float64_2(x)
    assert h.address() == a.address() and h.sum() == 4950
    del a, x
    gc.collect()
    assert thrum.live() == 1
    h.sort()
    del h
    gc.collect()
    assert thrum.live() == 0


def numbers_without_dimensions():
    a = thrum.array(3, 4)
    x = np.from_dlpack(a.element(1, 2))
    assert x.shape == () and x == 6
    x[...] = 60
    assert a.at(1, 2) == 60
    del a
    gc.collect()
    assert thrum.live() == 1
    h = thrum.hold_float64_0(x)
    assert h.address() == address(x) and h.elements() == [60] and h.sum() == 60
    fails(lambda: thrum.hold_float64(x), ValueError, "has 0 dimensions, not 1")
    fails(lambda: thrum.hold_float64_0(np.zeros(1)), ValueError, "has 1 dimensions, not 0")
    del x
    gc.collect()
    assert thrum.live() == 1
    del h
    gc.collect()
    assert thrum.live() == 0


class DescribedArray:
    """An array as CuPy describes its own, except that its memory is the host's."""

    def __init__(self, a, **changes):
        self.memory = a
        self.__cuda_array_interface__ = {
            "shape": a.shape,
            "typestr": a.dtype.str,
            "descr": a.dtype.descr,
            "data": (address(a), not a.flags.writeable),
            "strides": None if a.flags.c_contiguous else a.strides,
            "stream": 1,
            "version": 3,
        } | changes


def cuda_array_interfaces():
    x = np.arange(24.0).reshape(4, 6)
    for view in (x, x.T, x[::2, ::-1], x[1:3, 2:5], x[:0]):
        assert thrum.described_float64_2(DescribedArray(view)) == view.ravel().tolist()
    assert thrum.described_number(DescribedArray(np.array(5.0))) == [5]
    # Version 2 has no stream, and strides may be missing.
    older = DescribedArray(x[0], version=2)
    del older.__cuda_array_interface__["stream"], older.__cuda_array_interface__["strides"]
    assert thrum.described_float64(older) == list(range(6))

    line = np.arange(5.0)
    locked = np.arange(5, dtype=np.int32)
    locked.flags.writeable = False
    assert thrum.described_float64(DescribedArray(line)) == list(line)
    fails(lambda: thrum.described_int32_to_write(DescribedArray(locked)), ValueError, "is read-only")
    fails(lambda: thrum.described_float64(DescribedArray(locked)), ValueError, "elements of type int32, not float64")
    fails(lambda: thrum.described_float64(DescribedArray(x)), ValueError, "has 2 dimensions, not 1")
    fails(lambda: thrum.described_float64(DescribedArray(line, typestr=">f8")), ValueError, "byte order of another machine")
    fails(lambda: thrum.described_float64(DescribedArray(line, version=4)), ValueError, "version 4")
    fails(lambda: thrum.described_float64(DescribedArray(line, strides=(4,))), ValueError, "a stride of 4 bytes")
    fails(lambda: thrum.described_float64(DescribedArray(line, mask=DescribedArray(line > 2))), ValueError, "a mask")

    # The way back: NumPy's older protocol has the same entries.
    a = thrum.array(3, 4)
    a.turn()
    described = a.__cuda_array_interface__
    assert described["version"] == 3 and described["stream"] == 2
    y = np.asarray(type("Reader", (), {"__array_interface__": described | {"version": 3}})())
    assert y.shape == (4, 3) and y.strides == (8, 32) and address(y) == a.address() and y[3, 1] == 7
    assert thrum.described_float64_2(a) == y.ravel().tolist()
    a.lock()
    assert a.__cuda_array_interface__["data"] == (a.address(), True) and a.__cuda_array_interface__["stream"] is None


def threads():
    """Sums and sorts of other threads run without the lock, and owners end on any thread."""

    def work():
        for _ in range(50):
            x = np.from_dlpack(thrum.array(20, 20))
            h = thrum.hold_float64_2(x)
            del x
            h.sort()
            assert h.sum() == 79800

    all_threads = [threading.Thread(target=work) for _ in range(4)]
    for t in all_threads:
        t.start()
    for t in all_threads:
        t.join()
    gc.collect()
    assert thrum.live() == 0


for test in (
    from_thrum_to_numpy,
    capsules_that_nobody_takes,
    from_numpy_to_thrum,
    errors,
    there_and_back,
    numbers_without_dimensions,
    cuda_array_interfaces,
    threads,
):
    test()
    print("passed:", test.__name__)

try:
    import torch_exchange
except ImportError as reason:
    print(f"skipped: the tests with PyTorch ({reason}); build/python/bin/pip install torch brings it")
else:
    torch_exchange.run()
