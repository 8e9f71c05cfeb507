// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/reverse.h>
#include <vector>

#if defined(CONTROL)
using range = std::vector<int>;
#else
using range = std::vector<int> const;
#endif

void turn(range& v) { thrum::reverse(thrum::seq, v.begin(), v.end()); }
