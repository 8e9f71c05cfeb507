// run_length_encode and run_length_decode: runs of about 2, of 1000, and of lengths from 1 to 2000.
// "std" is a plain loop; Thrust encodes by reduce_by_key, and decodes by a search for the run of
// each index, as in Thrust's examples.
#include "contenders.h"

#include "frame/lengths.h"

#include <thrum/run_length.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/binary_search.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#endif

namespace {

constexpr lengths all_lengths[] = {{"short", 1, 3}, {"long", 500, 1500}, {"mixed", 1, 2000, true}};

template <class T, int L>
struct code {
  code(std::ptrdiff_t n, std::uint64_t stream) {
    for (std::ptrdiff_t const length : draw(all_lengths[L], n, stream)) {
      values.push_back(static_cast<T>(values.size() % 100));
      counts.push_back(static_cast<std::int32_t>(length));
      elements.insert(elements.end(), static_cast<std::size_t>(length), values.back());
    }
  }
  std::vector<T> elements, values;
  std::vector<std::int32_t> counts;
};

template <class T, int L>
struct runs : in_turn<code<T, L>> {
  runs(std::ptrdiff_t n, distribution)
      : in_turn<code<T, L>>(n),
        elements(static_cast<std::size_t>(n)),
        values(elements),
        counts(elements.size()),
        ends(elements.size()),
        places(elements.size()) {}
  std::vector<T> elements, values;
  std::vector<std::int32_t> counts, ends, places;
};

template <class V>
auto encode_in_a_loop(V& v) {
  auto const& in = v.now().elements;
  std::size_t run = 0, begin = 0;
  for (std::size_t i = 1; i <= in.size(); ++i) {
    if (i < in.size() && in[i] == in[i - 1]) continue;
    v.values[run] = in[begin];
    v.counts[run++] = static_cast<std::int32_t>(i - begin);
    begin = i;
  }
  auto const count = static_cast<std::ptrdiff_t>(run);
  return std::pair(v.values.begin() + count, v.counts.begin() + count);
}

template <class V>
void decode_in_a_loop(V& v) {
  auto const& in = v.now();
  auto out = v.elements.begin();
  for (std::size_t run = 0; run < in.values.size(); ++run) out = std::fill_n(out, in.counts[run], in.values[run]);
}

template <class T, int L>
void add_rows_of() {
  auto const of_runs = std::string(" of ") + all_lengths[L].name + " runs";

  rows<T, runs<T, L>> const encode("run_length_encode" + of_runs, {.bytes = sizeof(T)});
  BENCHMARK_THRUM(encode, run_length_encode, v.now().elements.begin(), v.now().elements.end(), v.values.begin(),
                  v.counts.begin())
  encode("std", [](auto& v) { return encode_in_a_loop(v); });
  BENCHMARK_THRUST(encode, reduce_by_key, v.now().elements.begin(), v.now().elements.end(),
                   thrust::make_constant_iterator(1), v.values.begin(), v.counts.begin())

  rows<T, runs<T, L>> const decode("run_length_decode" + of_runs, {.bytes = sizeof(T)});
  BENCHMARK_THRUM(decode, run_length_decode, v.now().values.begin(), v.now().values.end(), v.now().counts.begin(),
                  v.elements.begin())
  decode("std", [](auto& v) { decode_in_a_loop(v); });
#if defined(HAS_THRUST)
  auto const by_search = [](auto const& policy, auto& v) {
    auto const& in = v.now();
    auto const ends = v.ends.begin();
    auto const runs = static_cast<std::ptrdiff_t>(in.counts.size());
    thrust::inclusive_scan(policy, in.counts.begin(), in.counts.end(), ends);
    thrust::counting_iterator<std::int32_t> const place(0);
    thrust::upper_bound(policy, ends, ends + runs, place, place + ends[runs - 1], v.places.begin());
    thrust::gather(policy, v.places.begin(), v.places.begin() + ends[runs - 1], in.values.begin(),
                   v.elements.begin());
  };
  decode("thrust tbb", [by_search](auto& v) { by_search(thrust::tbb::par, v); });
#if defined(HAS_THRUST_OMP)
  decode("thrust omp", [by_search](auto& v) { by_search(thrust::omp::par, v); });
#endif
#endif
}

}  // namespace

void add_rows() {
  for_numbers_and_lengths([]<class T, int L>() { add_rows_of<T, L>(); });
}
