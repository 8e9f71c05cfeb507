// EXPECT: a predicate or a comparison returns a bool, or what converts to one
#include <thrum/partition.h>
#include <vector>

#if defined(CONTROL)
struct answer {
  int value = 0;
  explicit operator bool() const { return value > 0; }
};
#else
using answer = void;
#endif

struct is_large {
  answer operator()(int) const { return answer(); }
};

void divide(std::vector<int>& v) { thrum::stable_partition(thrum::seq, v.begin(), v.end(), is_large{}); }
