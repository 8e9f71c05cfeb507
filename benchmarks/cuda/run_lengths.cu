// run_length_encode and run_length_encode_into, which does not wait, of runs with a length of two
// on average. Thrust has none: its row is reduce_by_key of ones, as in Thrust's examples.
#include "frame/peers.cuh"

#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>

#include <cub/device/device_run_length_encode.cuh>

#include <thrum/run_length.h>

namespace {

template <class T>
class encoded {
 public:
  static constexpr double bytes = 2 * sizeof(T) + sizeof(std::int32_t);
  struct view {
    std::ptrdiff_t n;
    T *in, *out;
    std::int32_t* counts;
    std::ptrdiff_t* number;
  };
  encoded(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, doubled<T>{}), out_(n, turns), counts_(n, turns), number_(1, turns) {}
  void clear() {
    out_.clear();
    counts_.clear();
    number_.clear();
  }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), out_.of(turn), counts_.of(turn), number_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_;
  array<std::int32_t> counts_;
  array<std::ptrdiff_t> number_;
};

struct values_and_counts {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& ends) const {
    std::ptrdiff_t const kept = length_of(ends, v.out, v.number);
    return outcome().number(kept).elements(v.out, kept).elements(v.counts, kept);
  }
};

template <class T>
void all_rows() {
  options const all{.bytes = 1.5 * sizeof(T) + sizeof(std::int32_t) / 2.0};
  auto const row = rows<T, encoded<T>>("run_length_encode", all, values_and_counts{});
  BENCHMARK_THRUM(row, run_length_encode, v.in, v.in + v.n, v.out, v.counts)
  thrust::constant_iterator<std::int32_t> const one(1);
  row("thrust cuda", [one](auto const& v) {
    return thrust::reduce_by_key(thrust::cuda::par_nosync, v.in, v.in + v.n, one, v.out, v.counts);
  });
  row("thrust cuda pool", [one](auto const& v) {
    return thrust::reduce_by_key(thrust::cuda::par_nosync(thrust_pool), v.in, v.in + v.n, one, v.out, v.counts);
  });

  auto const left = rows<T, encoded<T>>("run_length_encode_into", all, values_and_counts{});
  BENCHMARK_THRUM(left, run_length_encode_into, v.in, v.in + v.n, v.number, v.out, v.counts)
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceRunLengthEncode::Encode(p, bytes, v.in, v.out, v.counts, v.number,
                                                   static_cast<int>(v.n));
       }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
