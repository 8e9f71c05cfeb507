// EXPECT: a predicate or a comparison returns a bool.*is its return missing
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

void order(std::vector<int>& v) {
  thrum::sort(v.begin(), v.end(), [](int x, int y) { RETURN(x > y); });
}
