// histogram_even of 16 and of 256 bins, and of records by their keys. Thrust has none.
#include "frame/peers.cuh"

#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_histogram.cuh>

#include <thrum/histogram.h>
#include <thrum/iterator/transform_iterator.h>

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
  counted(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, uniform<T>{1, std::is_floating_point_v<T> ? 64 : 20}), bins_(256, turns) {}
  void clear() { bins_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), bins_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_;
  array<std::int32_t> bins_;
};

template <int bins>
struct all_bins {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.bins, bins);
  }
};

template <class T, int bins>
void rows_of(char const* family) {
  auto const row = rows<T, counted<T>>(family, {.bytes = sizeof(T)}, all_bins<bins>{});
  if constexpr (std::is_same_v<T, record>) {
    static constexpr std::int64_t upper = 1 << 19;
    row("thrum cuda", [](auto const& v) {
      auto const keys = thrum::make_transform_iterator(v.in, key_of{});
      thrum::histogram_even(thrum::cuda::par_nosync, keys, keys + v.n, v.bins, v.bins + bins, -upper, upper);
    });
    row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          auto const keys = thrust::make_transform_iterator(v.in, key_of{});
          return cub::DeviceHistogram::HistogramEven(p, bytes, keys, v.bins, bins + 1, -upper, upper, v.n);
        }));
  } else {
    static constexpr T upper = std::is_floating_point_v<T> ? T(1) : T(1 << 19);
    BENCHMARK_THRUM(row, histogram_even, v.in, v.in + v.n, v.bins, v.bins + bins, -upper, upper)
    row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          return cub::DeviceHistogram::HistogramEven(p, bytes, v.in, v.bins, bins + 1, T(-upper), upper, v.n);
        }));
  }
}

template <class T>
void all_rows() {
  rows_of<T, 16>("histogram of 16 bins");
  rows_of<T, 256>("histogram of 256 bins");
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
