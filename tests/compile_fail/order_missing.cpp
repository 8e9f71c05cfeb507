// EXPECT: the elements have no operator<
#include <thrum/sort.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend bool operator<(record a, record b) { return a.key < b.key; }
#endif
};

void order(std::vector<record>& v) { thrum::sort(v.begin(), v.end()); }
