// EXPECT: the elements have no operator[+] with the sum
#include <thrum/scan.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend record operator+(record a, record b) { return {a.key + b.key}; }
#endif
};

void sums(std::vector<record>& v) { thrum::inclusive_scan(v.begin(), v.end(), v.begin()); }
