// merge, and set operations, which wait for the size of their result.
#include "frame/peers.cuh"

#include <thrust/merge.h>
#include <thrust/set_operations.h>

#include <cub/device/device_merge.cuh>

#include <thrum/merge.h>
#include <thrum/set_operations.h>

namespace {

template <class T>
void all_rows() {
  rows<T, sorted_pair<T>> const merge("merge", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(merge, merge, v.a, v.a_end, v.b, v.b_end, v.out)
  merge("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          return cub::DeviceMerge::MergeKeys(p, bytes, v.a, v.a_end - v.a, v.b, v.b_end - v.b, v.out);
        }));
}

template <class T>
void set_rows() {
  rows<T, sorted_pair<T>> const both("set_intersection", {.bytes = 1.2 * sizeof(T)});
  BENCHMARK_ALL(both, set_intersection, v.a, v.a_end, v.b, v.b_end, v.out)

  rows<T, sorted_pair<T>> const any("set_union", {.bytes = 1.8 * sizeof(T)});
  BENCHMARK_ALL(any, set_union, v.a, v.a_end, v.b, v.b_end, v.out)
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_types<std::int32_t, std::int64_t>([](auto type) { set_rows<type_of<decltype(type)>>(); });
}
