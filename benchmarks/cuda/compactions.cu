// copy_if and remove_if of half of the elements, partition_copy and unique_copy, which wait for
// their results; and their _into forms and CUB, which leave the results on the device.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

#include <thrum/copy.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/unique.h>

namespace {

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
  void clear() {
    out_.clear();
    rest_.clear();
    number_.clear();
  }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), out_.of(turn), rest_.of(turn), number_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_, rest_;
  array<std::ptrdiff_t> number_;
};

/// An input from which elements are removed.
template <class T>
class removed {
 public:
  static constexpr double bytes = 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T* in;
    std::ptrdiff_t* number;
  };
  removed(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), original_(n, turns, uniform<T>{1}), in_(n, turns), number_(1, turns) {}
  void restore() { in_.copy_from(original_); }
  void clear() { number_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), number_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> original_, in_;
  array<std::ptrdiff_t> number_;
};

struct kept_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& end) const {
    std::ptrdiff_t const kept = length_of(end, v.in, v.number);
    return outcome().number(kept).elements(v.in, kept);
  }
};

/// Compares the accepted elements, in order, and the others, which CUB stores after them from the
/// back to the front.
struct both_parts {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& ends) const {
    std::ptrdiff_t const accepted = length_of(ends, v.out, v.number);
    auto const* const rest = std::is_same_v<Returned, by_cub> ? v.out + accepted : v.rest;
    return outcome().number(accepted).elements(v.out, accepted).in_any_order(rest, v.n - accepted);
  }
};

template <class T>
void copy_rows() {
  options const bytes_of_half{.bytes = 1.5 * sizeof(T)};
  auto const copy = rows<T, selected<T, uniform<T>>>("copy_if", bytes_of_half, kept_output{});
  BENCHMARK_ALL(copy, copy_if, v.in, v.in + v.n, v.out, positive{})

  auto const left = rows<T, selected<T, uniform<T>>>("copy_if_into", bytes_of_half, kept_output{});
  BENCHMARK_THRUM(left, copy_if_into, v.in, v.in + v.n, v.number, v.out, positive{})
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceSelect::If(p, bytes, v.in, v.out, v.number, v.n, positive{});
       }));

  auto const remove = rows<T, removed<T>>("remove_if", bytes_of_half, kept_input{});
  BENCHMARK_ALL(remove, remove_if, v.in, v.in + v.n, positive{})

  auto const remove_into = rows<T, removed<T>>("remove_if_into", bytes_of_half, kept_input{});
  BENCHMARK_THRUM(remove_into, remove_if_into, v.in, v.in + v.n, v.number, positive{})
  remove_into("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
                return cub::DeviceSelect::If(p, bytes, v.in, v.number, v.n, not_positive{});
              }));
}

template <class T>
void other_rows() {
  auto const partition =
      rows<T, selected<T, uniform<T>>>("partition_copy", {.bytes = 2 * sizeof(T)}, both_parts{});
  BENCHMARK_ALL(partition, partition_copy, v.in, v.in + v.n, v.out, v.rest, positive{})

  auto const partition_into =
      rows<T, selected<T, uniform<T>>>("partition_copy_into", {.bytes = 2 * sizeof(T)}, both_parts{});
  BENCHMARK_THRUM(partition_into, partition_copy_into, v.in, v.in + v.n, v.number, v.out, v.rest, positive{})
  partition_into("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
                   return cub::DevicePartition::If(p, bytes, v.in, v.out, v.number, v.n, positive{});
                 }));

  auto const unique = rows<T, selected<T, doubled<T>>>("unique_copy", {.bytes = 1.5 * sizeof(T)}, kept_output{});
  BENCHMARK_ALL(unique, unique_copy, v.in, v.in + v.n, v.out)

  auto const unique_into =
      rows<T, selected<T, doubled<T>>>("unique_copy_into", {.bytes = 1.5 * sizeof(T)}, kept_output{});
  BENCHMARK_THRUM(unique_into, unique_copy_into, v.in, v.in + v.n, v.number, v.out)
  unique_into("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
                return cub::DeviceSelect::Unique(p, bytes, v.in, v.out, v.number, v.n);
              }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { copy_rows<type_of<decltype(type)>>(); });
  for_all_types([](auto type) { other_rows<type_of<decltype(type)>>(); });
}
