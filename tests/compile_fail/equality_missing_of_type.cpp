// EXPECT: thrum: the type that less, greater or equal_to names has no operator
#include <thrum/functional.h>
#include <thrum/unique.h>
#include <vector>

struct record {
  int key;
#if defined(CONTROL)
  friend bool operator==(record a, record b) { return a.key == b.key; }
#endif
};

long distinct(std::vector<record>& keys) {
  return thrum::unique(keys.begin(), keys.end(), thrum::equal_to<record>{}) - keys.begin();
}
