// merge, merge_by_key, and set operations, which wait for the size of their result and which CUB
// does not have.
#include "frame/peers.cuh"

#include <thrust/merge.h>
#include <thrust/set_operations.h>

#include <cub/device/device_merge.cuh>

#include <thrum/merge.h>
#include <thrum/set_operations.h>

namespace {

/// A sorted_pair with a value beside each element.
template <class K>
class pairs {
 public:
  static constexpr double bytes = 2 * sizeof(K) + 2 * sizeof(std::int32_t);
  struct view {
    std::ptrdiff_t n;
    K *a, *a_end, *b, *b_end, *out;
    std::int32_t *a_values, *b_values, *values;
  };
  pairs(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), keys_(n, turns), in_(n, turns, uniform<std::int32_t>{1}), out_(n, turns) {}
  void clear() {
    keys_.clear();
    out_.clear();
  }
  view of(std::ptrdiff_t turn) {
    auto const keys = keys_.of(turn);
    return {n_,           keys.a, keys.a_end, keys.b, keys.b_end, keys.out, in_.of(turn), in_.of(turn) + n_ / 2,
            out_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  sorted_pair<K> keys_;
  array<std::int32_t> in_, out_;
};

struct merged_pairs {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, v.n).elements(v.values, v.n);
  }
};
struct merged_set {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& end) const {
    return outcome().number(end - v.out).elements(v.out, end - v.out);
  }
};

template <class T>
void all_rows() {
  auto const merge = rows<T, sorted_pair<T>>("merge", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(merge, merge, v.a, v.a_end, v.b, v.b_end, v.out)
  merge("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          return cub::DeviceMerge::MergeKeys(p, bytes, v.a, v.a_end - v.a, v.b, v.b_end - v.b, v.out);
        }));

  auto const both = rows<T, sorted_pair<T>>("set_intersection", {.bytes = 1.2 * sizeof(T)}, merged_set{});
  BENCHMARK_ALL(both, set_intersection, v.a, v.a_end, v.b, v.b_end, v.out)

  auto const any = rows<T, sorted_pair<T>>("set_union", {.bytes = 1.8 * sizeof(T)}, merged_set{});
  BENCHMARK_ALL(any, set_union, v.a, v.a_end, v.b, v.b_end, v.out)

  // Three tenths of the elements are of the first range alone.
  auto const first = rows<T, sorted_pair<T>>("set_difference", {.bytes = 1.3 * sizeof(T)}, merged_set{});
  BENCHMARK_ALL(first, set_difference, v.a, v.a_end, v.b, v.b_end, v.out)
}

template <class K>
void key_rows() {
  auto const merge = rows<K, pairs<K>>("merge_by_key", {.bytes = pairs<K>::bytes}, merged_pairs{});
  BENCHMARK_ALL(merge, merge_by_key, v.a, v.a_end, v.b, v.b_end, v.a_values, v.b_values, v.out, v.values)
  merge("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          return cub::DeviceMerge::MergePairs(p, bytes, v.a, v.a_values, v.a_end - v.a, v.b, v.b_values,
                                              v.b_end - v.b, v.out, v.values);
        }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_all_types([](auto type) { key_rows<type_of<decltype(type)>>(); });
}
