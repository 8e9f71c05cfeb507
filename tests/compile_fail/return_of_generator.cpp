// EXPECT: the functor returns nothing where its result is stored: is its return missing
#include <thrum/generate.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

void set(std::vector<int>& v) {
  thrum::generate(v.begin(), v.end(), [] { RETURN(3); });
}
