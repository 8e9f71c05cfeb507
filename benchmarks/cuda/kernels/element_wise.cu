// thrum's own kernels for benchmarks/cuda/kernels.py, which reads their code. Never run.
#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/scatter.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <cstddef>
#include <cstdint>

namespace {

/// A user's functor for 3 x + y, which may take the addresses of its arguments.
struct scaled_sum {
  template <class T>
  THRUM_HD T operator()(T const& x, T const& y) const {
    return static_cast<T>(3 * x + y);
  }
};
struct twice {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    return static_cast<T>(x + x);
  }
};
struct double_in_place {
  template <class T>
  THRUM_HD void operator()(T& x) const {
    x = static_cast<T>(x + x);
  }
};

struct record {
  std::int64_t key, payload;
};

template <class T>
void calls(T* in, T* in2, T* out, std::int32_t* map, std::ptrdiff_t n) {
  auto const& exec = thrum::cuda::par_nosync;
  thrum::copy(exec, in, in + n, out);
  thrum::gather(exec, map, map + n, in, out);
  thrum::scatter(exec, in, in + n, map, out);
  thrum::reverse(exec, in, in + n);
  if constexpr (!std::is_class_v<T>) {
    thrum::fill(exec, out, out + n, T(1));
    thrum::sequence(exec, out, out + n);
    thrum::transform(exec, in, in + n, out, twice{});
    thrum::transform(exec, in, in + n, in2, out, thrum::plus<T>{});
    thrum::transform(exec, in, in + n, in2, out, scaled_sum{});
    thrum::replace(exec, in, in + n, T(1), T(2));
    thrum::for_each(exec, in, in + n, double_in_place{});
    static_cast<void>(thrum::find(exec, in, in + n, T(1)));
  }
}

}  // namespace

void call_all(void* in, void* in2, void* out, std::int32_t* map, std::ptrdiff_t n) {
  auto const of = [=]<class T>(T) {
    calls(static_cast<T*>(in), static_cast<T*>(in2), static_cast<T*>(out), map, n);
  };
  of(std::int8_t{});
  of(std::int16_t{});
  of(float{});
  of(double{});
  of(record{});
}
