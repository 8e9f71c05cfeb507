// copy_if: half of the elements are kept.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/copy.h>
#endif

namespace {

struct positive {
  template <class T>
  bool operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return x.key > 0;
    else return x > T(0);
  }
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T> const row("copy_if", {.bytes = 1.5 * sizeof(T)});
    BENCHMARK_ALL(row, copy_if, v.in.begin(), v.in.end(), v.out.begin(), positive{})
  });
}
