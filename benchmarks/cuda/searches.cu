// lower_bound of n / 2 values in n / 2 elements, with ordered or unordered values; of records by a
// comparator of their keys. CUB has none.
#include "frame/peers.cuh"

#include <thrust/binary_search.h>

#include <thrum/binary_search.h>
#include <thrum/functional.h>
#include <type_traits>

namespace {

template <class T>
struct shuffled {
  std::ptrdiff_t n;
  THRUM_HD T operator()(std::ptrdiff_t j, std::ptrdiff_t i) const { return ascending<T>{2}(permuted{n}(j, i), i); }
};

template <class T, bool in_order>
class searched {
 public:
  static constexpr double bytes = (2 * sizeof(T) + sizeof(std::int32_t)) / 2.0;
  struct view {
    std::ptrdiff_t n;
    T *in, *in_end, *values, *values_end;
    std::int32_t* out;
  };
  searched(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n / 2, turns, ascending<T>{1}), values_(make(n, turns)), out_(n / 2, turns) {}
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) {
    T *const in = in_.of(turn), *const values = values_.of(turn);
    return {n_, in, in + n_ / 2, values, values + n_ / 2, out_.of(turn)};
  }

 private:
  static array<T> make(std::ptrdiff_t n, std::ptrdiff_t turns) {
    if constexpr (in_order) return {n / 2, turns, ascending<T>{2}};
    else return {n / 2, turns, shuffled<T>{n / 2}};
  }
  std::ptrdiff_t n_;
  array<T> in_, values_;
  array<std::int32_t> out_;
};

struct places {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, v.n / 2);
  }
};

template <class T>
void all_rows() {
  using order = std::conditional_t<std::is_same_v<T, record>, less_key, thrum::less<T>>;
  // Each value is read, and an index written. Ordered values meet all elements on the way; of
  // other values a cache may keep the elements, of which each is read once.
  options const least{.bytes = (2 * sizeof(T) + sizeof(std::int32_t)) / 2.0};
  auto const ordered = rows<T, searched<T, true>>("lower_bound_in_order", least, places{});
  BENCHMARK_ALL(ordered, lower_bound, v.in, v.in_end, v.values, v.values_end, v.out, order{})

  auto const any = rows<T, searched<T, false>>("lower_bound", least, places{});
  BENCHMARK_ALL(any, lower_bound, v.in, v.in_end, v.values, v.values_end, v.out, order{})
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
