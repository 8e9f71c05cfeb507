// find of a value in the first hundredth of the elements, and of a value that does not occur.
#include "frame/peers.cuh"

#include <thrust/find.h>

#include <thrum/find.h>

namespace {

template <class T>
constexpr T wanted() {
  if constexpr (std::is_same_v<T, record>) return {100, 100};
  else return T(100);
}

/// early: the wanted element is at n / 100; otherwise it does not occur.
template <class T, bool early>
class searched {
 public:
  static constexpr double bytes = sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T* in;
  };
  searched(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, one_hit<T>{early ? n / 100 : -1, wanted<T>()}) {}
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_;
};

template <class T>
void all_rows() {
  // The elements before the wanted one are read.
  auto const early = rows<T, searched<T, true>>("find_early", {.bytes = sizeof(T) / 100.0}, place_of_input{});
  BENCHMARK_ALL(early, find, v.in, v.in + v.n, wanted<T>())

  auto const nowhere = rows<T, searched<T, false>>("find", {.bytes = sizeof(T)}, place_of_input{});
  BENCHMARK_ALL(nowhere, find, v.in, v.in + v.n, wanted<T>())
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
