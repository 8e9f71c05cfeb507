// copy_if of half of the elements, partition_copy and unique_copy. The host waits for their results, but for CUB's.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/unique.h>

#include <cub/device/device_select.cuh>

#include <thrum/copy.h>
#include <thrum/partition.h>
#include <thrum/unique.h>

namespace {

/// Runs of equal elements, two long on average.
template <class T>
struct doubled {
  THRUM_HD T operator()(std::ptrdiff_t, std::ptrdiff_t i) const { return uniform<T>{1, 1}(i, i); }
};

template <class T, class Values>
class selected {
 public:
  static constexpr double bytes = 3 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *out, *rest;
    std::ptrdiff_t* number;
  };
  selected(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, Values{}), out_(n, turns), rest_(n, turns), number_(1, turns) {}
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), out_.of(turn), rest_.of(turn), number_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_, rest_;
  array<std::ptrdiff_t> number_;
};

template <class T>
void all_rows() {
  rows<T, selected<T, uniform<T>>> const copy("copy_if", {.bytes = 1.5 * sizeof(T)});
  BENCHMARK_ALL(copy, copy_if, v.in, v.in + v.n, v.out, positive{})
  copy("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceSelect::If(p, bytes, v.in, v.out, v.number, v.n, positive{});
       }));

  rows<T, selected<T, uniform<T>>> const partition("partition_copy", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(partition, partition_copy, v.in, v.in + v.n, v.out, v.rest, positive{})
}

template <class T>
void integer_rows() {
  rows<T, selected<T, doubled<T>>> const unique("unique_copy", {.bytes = 1.5 * sizeof(T)});
  BENCHMARK_ALL(unique, unique_copy, v.in, v.in + v.n, v.out)
  unique("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
           return cub::DeviceSelect::Unique(p, bytes, v.in, v.out, v.number, v.n);
         }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_types<std::int32_t, std::int64_t>([](auto type) { integer_rows<type_of<decltype(type)>>(); });
}
