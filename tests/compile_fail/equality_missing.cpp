// EXPECT: the elements have no operator== with what they are compared with
#include <thrum/count.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend bool operator==(record a, record b) { return a.key == b.key; }
#endif
};

auto number(std::vector<record> const& v) { return thrum::count(v.begin(), v.end(), record{3}); }
