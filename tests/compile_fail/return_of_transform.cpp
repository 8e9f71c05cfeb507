// EXPECT: the functor returns nothing where its result is stored: is its return missing
#include <thrum/transform.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

void add(std::vector<int>& v) {
  thrum::transform(v.begin(), v.end(), v.begin(), [](int x) { RETURN(x + 3); });
}
