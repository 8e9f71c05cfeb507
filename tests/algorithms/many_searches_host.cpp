// Searches for many values. The search runs several values side by side, and looks near the last
// places first.
#include "policies.h"

#include <thrum/binary_search.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

struct named {
  int key;
  std::string name;
};
struct key_less {
  bool operator()(named const& a, int b) const { return a.key < b; }
  bool operator()(int a, named const& b) const { return a < b.key; }
};

std::vector<int> random_keys(std::ptrdiff_t n, int range) {
  std::mt19937 engine(static_cast<unsigned>(n + range));
  std::vector<int> keys(static_cast<std::size_t>(n));
  for (int& key : keys) key = static_cast<int>(engine() % static_cast<unsigned>(range)) - 2;
  return keys;
}

/// The searched values: unordered, ordered, or ordered except for some that follow long ordered
/// runs.
std::vector<std::vector<int>> orders_of(std::vector<int> values) {
  std::vector<int> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> disturbed = sorted;
  for (std::size_t i = 20; i < disturbed.size(); i += 37) disturbed[i] = values[i];
  std::vector<int> const backwards(sorted.rbegin(), sorted.rend());
  return {values, sorted, disturbed, backwards};
}

template <class Policy>
void check_all(Policy const& policy) {
  for (std::ptrdiff_t const n : {0, 1, 2, 3, 16, 36, 37, 75, 1000, 20011}) {
    for (int const range : {1, 7, 30000}) {
      std::vector<int> keys = random_keys(n, range);
      std::sort(keys.begin(), keys.end());
      std::vector<named> named_keys;
      for (int const key : keys) named_keys.push_back({key, "k"});
      for (std::ptrdiff_t const m : {0, 1, 15, 16, 17, 511, 513, 5003}) {
        for (std::vector<int> const& values : orders_of(random_keys(m, range + 4))) {
          std::vector<std::ptrdiff_t> lower(values.size()), upper(lower), by_key(lower);
          std::vector<char> present(values.size());
          thrum::lower_bound(policy, keys.begin(), keys.end(), values.begin(), values.end(), lower.begin());
          thrum::upper_bound(policy, keys.begin(), keys.end(), values.begin(), values.end(), upper.begin());
          thrum::binary_search(policy, keys.begin(), keys.end(), values.begin(), values.end(), present.begin());
          thrum::upper_bound(policy, named_keys.begin(), named_keys.end(), values.begin(), values.end(),
                             by_key.begin(), key_less{});
          bool same = true;
          for (std::size_t i = 0; i < values.size(); ++i) {
            auto const [begin, end] = std::equal_range(keys.begin(), keys.end(), values[i]);
            same &= lower[i] == begin - keys.begin() && upper[i] == end - keys.begin() && by_key[i] == upper[i] &&
                    (present[i] != 0) == (begin != end);
          }
          CHECK_MESSAGE(same, n, " elements of ", range, " keys, ", m, " values");
        }
      }
    }
  }
}

TEST_CASE("many searches find what one by one would") {
  check_all(thrum::seq);
#if defined(THRUM_WITH_TBB)
  check_all(thrum::tbb::par);
#endif
}

}  // namespace
