// EXPECT: a predicate or a comparison returns a bool.*is its return missing
#include <thrum/count.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

auto negative(std::vector<int> const& v) {
  return thrum::count_if(v.begin(), v.end(), [](int x) { RETURN(x > 3); });
}
