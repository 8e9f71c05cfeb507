// EXPECT: the elements have no operator<
#include <thrum/extrema.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend bool operator<(record a, record b) { return a.key < b.key; }
#endif
};

auto greatest(std::vector<record>& v) { return thrum::max_element(v.begin(), v.end()); }
