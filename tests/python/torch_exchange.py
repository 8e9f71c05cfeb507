"""Arrays of thrum in PyTorch, and tensors of PyTorch in thrum, by DLPack, on the CPU. exchange.py runs these tests where PyTorch
is installed."""

import gc
import threading
import warnings

import torch

import arrays_of_thrum as thrum


def fails(call, error, text):
    try:
        call()
    except error as e:
        assert text in str(e), str(e)
        return
    raise AssertionError(f"no {error.__name__}: {text}")


def from_thrum_to_torch():
    a = thrum.array(3, 4)
    x = torch.from_dlpack(a)
    assert x.shape == (3, 4) and x.dtype == torch.float64 and x.data_ptr() == a.address() and x.device.type == "cpu"
    assert (x == torch.arange(12.0).reshape(3, 4)).all()
    x[1, 2] = 999
    assert a.at(1, 2) == 999
    # Each view of PyTorch keeps the vector, also when the object is gone.
    row = x[2]
    del a, x
    gc.collect()
    assert thrum.live() == 1 and row.tolist() == [8, 9, 10, 11]
    del row
    gc.collect()
    assert thrum.live() == 0

    turned = thrum.array(3, 4)
    turned.turn()
    x = torch.from_dlpack(turned)
    assert x.shape == (4, 3) and x.stride() == (1, 4) and x[3, 1] == 7
    number = torch.from_dlpack(turned.element(2, 3))
    assert number.shape == () and number.item() == 11
    number.fill_(5)
    assert turned.at(2, 3) == 5
    empty = torch.from_dlpack(thrum.array(0, 4))
    assert empty.shape == (0, 4)
    # A capsule by itself, of either version of the protocol.
    for version in (None, (1, 0)):
        y = torch.from_dlpack(turned.__dlpack__(max_version=version))
        assert y.data_ptr() == turned.address()
        del y
    del x, number, empty, turned
    gc.collect()
    assert thrum.live() == 0

    # Tensors have no flag for what nobody may write: PyTorch takes the array all the same, as it does NumPy's.
    locked = thrum.array(2, 2)
    locked.lock()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = torch.from_dlpack(locked)
    assert y.tolist() == [[0, 1], [2, 3]]
    del y, locked
    gc.collect()
    assert thrum.live() == 0


def from_torch_to_thrum():
    for versioned in (True, False):
        x = torch.tensor([5, 3, 4, 1, 2], dtype=torch.float64)
        h = thrum.hold_float64(x, versioned)
        assert h.address() == x.data_ptr() and h.sum() == 15 and not h.is_copied()
        h.sort()
        assert x.tolist() == [1, 2, 3, 4, 5]
        del h

        # The tensor lives as long as thrum holds it.
        h = thrum.hold_float64(torch.arange(100000, dtype=torch.float64), versioned)
        gc.collect()
        torch.full((100000,), 7.0, dtype=torch.float64)
        assert h.sum() == sum(range(100000))
        del h

    x = torch.arange(24, dtype=torch.float64).reshape(4, 6)
    for view in (x, x.T, x[::2], x[1:3, 2:5], x[:, 3:4], x[:0], x[1].expand(3, 6)):
        assert thrum.hold_float64_2(view).elements() == view.flatten().tolist()
    assert thrum.hold_float64_0(x.sum()).elements() == [276]
    assert thrum.hold_float64_0(x[2, 3]).address() == x.data_ptr() + 15 * 8
    every_third = x.flatten()[1::3]
    thrum.hold_float64(every_third).sort()
    assert thrum.hold_int64(torch.arange(5)).sum() == 10
    assert thrum.hold_bool(torch.tensor([True, False, True])).elements() == [1, 0, 1]
    assert thrum.hold_float32(torch.ones(9)).sum() == 9


def errors():
    fails(lambda: thrum.hold_float64(torch.zeros(4)), ValueError, "elements of type float32, not float64")
    fails(lambda: thrum.hold_float64(torch.zeros(4, dtype=torch.bfloat16)), ValueError, "elements of type bfloat16, not float64")
    fails(lambda: thrum.hold_float64(torch.zeros(4, dtype=torch.complex64)), ValueError, "elements of type complex64, not float64")
    fails(lambda: thrum.hold_float64(torch.zeros((2, 2), dtype=torch.float64)), ValueError, "has 2 dimensions, not 1")
    # PyTorch itself gives no tensor whose gradient it computes; detach() does.
    variable = torch.ones(3, dtype=torch.float64, requires_grad=True)
    try:
        thrum.hold_float64(variable)
    except Exception as e:
        assert "require" in str(e), str(e)
    else:
        raise AssertionError("a tensor that requires a gradient is given")
    assert thrum.hold_float64(variable.detach()).address() == variable.data_ptr()


def there_and_back():
    a = thrum.array(10, 10)
    x = torch.from_dlpack(a)
    h = thrum.hold_float64_2(x.T)
    assert h.address() == a.address() and h.sum() == 4950
    del a, x
    gc.collect()
    assert thrum.live() == 1
    h.sort()
    del h
    gc.collect()
    assert thrum.live() == 0


def threads():
    def work():
        for _ in range(50):
            x = torch.from_dlpack(thrum.array(20, 20))
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


def run():
    print("PyTorch", torch.__version__)
    for test in (from_thrum_to_torch, from_torch_to_thrum, errors, there_and_back, threads):
        test()
        print("passed with PyTorch:", test.__name__)
