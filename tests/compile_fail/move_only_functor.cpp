// EXPECT: functors are copied: this one cannot be
#include <thrum/count.h>
#include <memory>
#include <vector>

#if defined(CONTROL)
using limit = std::shared_ptr<int>;
#else
using limit = std::unique_ptr<int>;
#endif

struct is_large {
  limit least;
  bool operator()(int x) const { return x >= *least; }
};

std::ptrdiff_t large_ones(std::vector<int> const& v) {
  return thrum::count_if(v.begin(), v.end(), is_large{limit(new int(100))});
}
