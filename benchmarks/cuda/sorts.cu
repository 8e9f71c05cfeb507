// sort of numbers.
#include "frame/peers.cuh"

#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>

#include <thrum/sort.h>

namespace {

/// CUB sorts from one buffer into another, or to and fro between two of which either may hold the result. This is the
/// latter, which needs no more memory than thrum's sort; the result is where it happens to be.
template <class T>
class two_buffers {
 public:
  static constexpr double bytes = 3 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *spare;
  };
  two_buffers(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), original_(n, turns, uniform<T>{1}), in_(n, turns), spare_(n, turns) {}
  void restore() { in_.copy_from(original_); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), spare_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> original_, in_, spare_;
};

template <class T>
void number_rows() {
  rows<T, two_buffers<T>> const row("sort");
  BENCHMARK_ALL(row, sort, v.in, v.in + v.n)
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        cub::DoubleBuffer<T> buffers(v.in, v.spare);
        return cub::DeviceRadixSort::SortKeys(p, bytes, buffers, v.n);
      }));
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
