// EXPECT: thrum: the type that less, greater or equal_to names has no operator
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend bool operator>(record a, record b) { return a.key > b.key; }
#endif
};

void order(std::vector<record>& keys, std::vector<int>& values) {
  thrum::sort_by_key(keys.begin(), keys.end(), values.begin(), thrum::greater<record>{});
}
