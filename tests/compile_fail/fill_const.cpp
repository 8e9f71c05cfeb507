// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/fill.h>
#include <vector>

#if defined(CONTROL)
using output = std::vector<int>;
#else
using output = std::vector<int> const;
#endif

void clear(output& out) { thrum::fill(thrum::seq, out.begin(), out.end(), 0); }
