// histogram_even of 16 and of 256 bins, which Thrust has not.
#include "frame/peers.cuh"

#include <cub/device/device_histogram.cuh>

#include <thrum/histogram.h>

namespace {

template <class T>
class counted {
 public:
  static constexpr double bytes = sizeof(T) + 1;
  struct view {
    std::ptrdiff_t n;
    T* in;
    std::int32_t* bins;
  };
  counted(std::ptrdiff_t n, std::ptrdiff_t turns) : n_(n), in_(n, turns, uniform<T>{1, 20}), bins_(256, turns) {}
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), bins_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_;
  array<std::int32_t> bins_;
};

template <class T, int bins>
void rows_of(char const* family) {
  static constexpr T upper = std::is_floating_point_v<T> ? T(1) : T(1 << 19);
  rows<T, counted<T>> const row(family, {.bytes = sizeof(T)});
  BENCHMARK_THRUM(row, histogram_even, v.in, v.in + v.n, v.bins, v.bins + bins, -upper, upper)
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        return cub::DeviceHistogram::HistogramEven(p, bytes, v.in, v.bins, bins + 1, T(-upper), upper, v.n);
      }));
}

template <class T>
void number_rows() {
  rows_of<T, 16>("histogram of 16 bins");
  rows_of<T, 256>("histogram of 256 bins");
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
