"""Arrays of CuPy, Numba and PyTorch on a GPU in thrum, and vectors of thrum in theirs, without a copy. What is not installed is
left out; without any of them, or without a GPU, the test is skipped."""

import gc
import sys

import arrays_on_card as thrum

N = 100_003


def cupy_arrays(cupy):
    x = cupy.random.default_rng(1).random(N)
    expected = cupy.sort(x)
    address = x.data.ptr
    thrum.sort(x)
    assert x.data.ptr == address and (x == expected).all()
    assert abs(thrum.sum(x) - float(x.sum())) < 1e-6
    strided = cupy.arange(2.0 * N)[::-2]
    assert thrum.sum(strided) == float(strided.sum())
    for versioned in (False, True):
        y = cupy.random.default_rng(2).random(N)
        expected = cupy.sort(y)
        with cupy.cuda.Stream(non_blocking=True) as stream:
            z = y * 1
            thrum.sort_by_dlpack(z, stream.ptr, versioned)
            stream.synchronize()
        assert (z == expected).all()
    # A stream of its own: the interface names it, and thrum's calls follow what is in it.
    with cupy.cuda.Stream(non_blocking=True) as stream:
        z = cupy.random.default_rng(3).random(N) + 1
        thrum.sort(z)
        stream.synchronize()
        assert (cupy.diff(z) >= 0).all()

    v = thrum.vector(N)
    a, b = cupy.asarray(v), cupy.from_dlpack(v)
    assert a.data.ptr == v.address() == b.data.ptr and (a == cupy.arange(N)).all()
    a[0] = 5
    cupy.cuda.get_current_stream().synchronize()
    assert v.sum() == N * (N - 1) / 2 + 5 and float(b[0]) == 5
    del v, a
    gc.collect()
    assert float(b.sum()) == N * (N - 1) / 2 + 5  # the capsule keeps the vector
    try:
        thrum.sum(cupy.zeros(3, cupy.int32))
    except ValueError as e:
        assert "thrum: " in str(e), e
    else:
        raise AssertionError("an array of another type was taken")


def torch_tensors(torch):
    x = torch.rand(N, dtype=torch.float64, device="cuda")
    expected = x.sort().values
    torch.cuda.synchronize()
    thrum.sort(x)
    torch.cuda.synchronize()
    assert (x == expected).all()
    stream = torch.cuda.Stream()
    for versioned in (False, True):
        y = torch.rand(N, dtype=torch.float64, device="cuda")
        expected = y.sort().values
        thrum.sort_by_dlpack(y, stream.cuda_stream, versioned)
        stream.synchronize()
        assert (y == expected).all()
    v = thrum.vector(N)
    t = torch.from_dlpack(v)
    assert t.data_ptr() == v.address() and t.device.type == "cuda" and float(t.sum()) == N * (N - 1) / 2
    assert torch.as_tensor(v, device="cuda").data_ptr() == v.address()


def numba_arrays(cuda):
    x = cuda.to_device([3.0, 1.0, 2.0])
    thrum.sort(x)
    cuda.synchronize()
    assert list(x.copy_to_host()) == [1, 2, 3]
    v = thrum.vector(10)
    assert cuda.as_cuda_array(v).copy_to_host().sum() == 45 == v.sum()


def try_all():
    tried = []
    for name, module, test in (("CuPy", "cupy", cupy_arrays), ("PyTorch", "torch", torch_tensors), ("Numba", "numba.cuda", numba_arrays)):
        try:
            library = __import__(module, fromlist=["_"])
        except ImportError:
            continue
        if module == "torch" and not library.cuda.is_available():
            continue
        test(library)
        tried.append(name)
    if not tried:
        print("skipped: neither CuPy, Numba nor PyTorch with a GPU")
        sys.exit(77)
    print("passed:", ", ".join(tried))


try_all()
