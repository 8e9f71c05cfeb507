// segmented_reduce of short and of long segments, for which Thrust has reduce_by_key alone: beside it CUB.
#include "frame/peers.cuh"

#include <cub/device/device_segmented_reduce.cuh>

#include <thrum/functional.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segments.h>

namespace {

template <class T, int length>
class segmented {
 public:
  static constexpr double bytes = (1 + 1.0 / length) * sizeof(T) + 8.0 / length;
  struct view {
    std::ptrdiff_t n, segments;
    T *in, *out;
    std::ptrdiff_t* offsets;
  };
  segmented(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        in_(n, turns, uniform<T>{1, 4}),
        out_(n / length, turns),
        offsets_(n / length + 1, turns, segment_offsets{n, length}) {}
  view of(std::ptrdiff_t turn) { return {n_, n_ / length, in_.of(turn), out_.of(turn), offsets_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_;
  array<std::ptrdiff_t> offsets_;
};

template <class T, int length>
void rows_of(char const* family) {
  rows<T, segmented<T, length>> const row(family, {.bytes = sizeof(T)});
  row("thrum cuda", [](auto const& v) {
    thrum::segmented_reduce(thrum::cuda::par_nosync, v.in, v.in + v.n,
                            thrum::segments_at(v.offsets, v.offsets + v.segments + 1), v.out, T(0),
                            thrum::plus<T>{});
  });
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        return cub::DeviceSegmentedReduce::Sum(p, bytes, v.in, v.out, v.segments, v.offsets, v.offsets + 1);
      }));
}

template <class T>
void number_rows() {
  rows_of<T, 16>("segmented_reduce of short segments");
  rows_of<T, 1024>("segmented_reduce of long segments");
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
