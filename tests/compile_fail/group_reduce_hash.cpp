// EXPECT: the keys of group_reduce have no std::hash: pass a hash after op
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/host_vector.h>
#include <cstddef>

struct cell {
  int x, y;
  bool operator==(cell const&) const = default;
};

void sums(thrum::host_vector<cell> const& cells, thrum::host_vector<int> const& v, thrum::host_vector<cell>& keys,
          thrum::host_vector<int>& out) {
#if defined(CONTROL)
  thrum::group_reduce(
      cells.begin(), cells.end(), v.begin(), keys.begin(), out.begin(), thrum::plus<>{},
      [](cell const& c) { return static_cast<std::size_t>(c.x) * 31 + static_cast<std::size_t>(c.y); });
#else
  thrum::group_reduce(cells.begin(), cells.end(), v.begin(), keys.begin(), out.begin());
#endif
}
