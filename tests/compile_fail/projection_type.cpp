// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/sort.h>
#include <vector>

struct price {
  int value;
};
struct item {
  int key;
};

#if defined(CONTROL)
void order(std::vector<item>& v) { thrum::sort(v.begin(), v.end(), thrum::less<>{}, &item::key); }
#else
void order(std::vector<item>& v) { thrum::sort(v.begin(), v.end(), thrum::less<>{}, &price::value); }
#endif
