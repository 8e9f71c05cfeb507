// The price of cuda::par.deterministic(): the sums of cuda::par beside the same with the bits of
// seq. The peers are in the programs of other families. Sums of integers are those of cuda::par.
#include "frame/peers.cuh"

#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segments.h>
#include <thrum/transform_reduce.h>
#include <string>

namespace {

constexpr std::ptrdiff_t bins = 256;
struct number_of_bin {
  THRUM_HD std::int32_t operator()(std::ptrdiff_t, std::ptrdiff_t i) const {
    return static_cast<std::int32_t>(random_word(5, i) % std::uint64_t{bins});
  }
};

/// Values with keys in runs, in bins at random, and in segments of `length` elements on average.
template <class T, int length = 16>
class summed {
 public:
  static constexpr double bytes = 3 * sizeof(T) + 3 * sizeof(std::int32_t) + 8.0 / length;
  struct view {
    std::ptrdiff_t n, segments;
    T *in, *in2, *out;
    std::int32_t *keys, *keys_out, *numbers;
    std::ptrdiff_t* offsets;
    auto cut() const { return thrum::segments_at(offsets, offsets + segments + 1); }
  };
  summed(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        in_(n, turns, uniform<T>{1, 3}),
        in2_(n, turns, uniform<T>{2, 3}),
        out_(n, turns),
        keys_(n, turns, run_keys{}),
        keys_out_(n, turns),
        numbers_(n, turns, number_of_bin{}),
        offsets_(n / length + 1, turns, segment_offsets{n, length}) {}
  void clear() {
    out_.clear();
    keys_out_.clear();
  }
  view of(std::ptrdiff_t turn) {
    return {n_,
            n_ / length,
            in_.of(turn),
            in2_.of(turn),
            out_.of(turn),
            keys_.of(turn),
            keys_out_.of(turn),
            numbers_.of(turn),
            offsets_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<T> in_, in2_, out_;
  array<std::int32_t> keys_, keys_out_, numbers_;
  array<std::ptrdiff_t> offsets_;
};

struct kept_sums {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& ends) const {
    std::ptrdiff_t const kept = ends.first - v.keys_out;
    return outcome().number(kept).elements(v.keys_out, kept).elements(v.out, kept);
  }
};
struct all_bins {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, bins);
  }
};
struct all_segments {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, v.segments);
  }
};

/// Adds the rows of call(policy, view) under both policies.
template <class Rows, class Call>
void both(Rows const& row, Call call) {
  row("thrum cuda", [call](auto const& v) { return call(thrum::cuda::par_nosync, v); });
  row("thrum cuda deterministic",
      [call](auto const& v) { return call(thrum::cuda::par_nosync.deterministic(), v); });
}

template <class T>
struct times {
  THRUM_HD T operator()(T const& a, T const& b) const {
    if constexpr (std::is_same_v<T, two_sums>) return {a.first * b.first, a.second * b.second};
    else return a * b;
  }
};

template <class T>
struct negative {
  THRUM_HD T operator()(T const& a) const {
    if constexpr (std::is_same_v<T, two_sums>) return {-a.first, -a.second};
    else return -a;
  }
};

template <class T, int length>
void segment_rows(std::string const& kind) {
  using data = summed<T, length>;
  both(rows<T, data>("deterministic segmented_reduce of " + kind, {.bytes = sizeof(T)}, all_segments{}),
       [](auto const& exec, auto const& v) {
         thrum::segmented_reduce(exec, v.in, v.in + v.n, v.cut(), v.out, T{}, thrum::plus<T>{});
       });
  both(rows<T, data>("deterministic segmented_inclusive_scan of " + kind, {.bytes = 2 * sizeof(T)}),
       [](auto const& exec, auto const& v) {
         thrum::segmented_inclusive_scan(exec, v.in, v.in + v.n, v.cut(), v.out);
       });
}

template <class T>
void all_rows() {
  constexpr double key = sizeof(std::int32_t), sum = sizeof(T), runs_of_elements = 1.0 / 16;
  using data = summed<T>;
  both(rows<T, data>("deterministic reduce", {.bytes = sum}, one_number{}), [](auto const& exec, auto const& v) {
    return thrum::reduce(exec, v.in, v.in + v.n, T{}, thrum::plus<T>{});
  });
  both(rows<T, data>("deterministic transform_reduce", {.bytes = sum}, one_number{}),
       [](auto const& exec, auto const& v) {
         return thrum::transform_reduce(exec, v.in, v.in + v.n, negative<T>{}, T{}, thrum::plus<T>{});
       });
  both(rows<T, data>("deterministic inner_product", {.bytes = 2 * sum}, one_number{}),
       [](auto const& exec, auto const& v) {
         return thrum::inner_product(exec, v.in, v.in + v.n, v.in2, T{}, thrum::plus<T>{}, times<T>{});
       });
  both(rows<T, data>("deterministic inclusive_scan", {.bytes = 2 * sum}),
       [](auto const& exec, auto const& v) { thrum::inclusive_scan(exec, v.in, v.in + v.n, v.out); });
  both(rows<T, data>("deterministic reduce_by_key", {.bytes = (1 + runs_of_elements) * (key + sum)}, kept_sums{}),
       [](auto const& exec, auto const& v) {
         return thrum::reduce_by_key(exec, v.keys, v.keys + v.n, v.in, v.keys_out, v.out);
       });
  both(rows<T, data>("deterministic inclusive_scan_by_key", {.bytes = key + 2 * sum}),
       [](auto const& exec, auto const& v) {
         thrum::inclusive_scan_by_key(exec, v.keys, v.keys + v.n, v.in, v.out);
       });
  both(rows<T, data>("deterministic histogram_by_key", {.bytes = key + sum}, all_bins{}),
       [](auto const& exec, auto const& v) {
         thrum::histogram_by_key(exec, v.numbers, v.numbers + v.n, v.in, v.out, v.out + bins);
       });
  segment_rows<T, 16>("short segments");
  segment_rows<T, 1024>("long segments");
}

}  // namespace

void add_rows() {
  for_types<float, double, two_sums>([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
