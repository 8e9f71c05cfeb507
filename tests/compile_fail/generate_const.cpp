// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/generate.h>
#include <vector>

#if defined(CONTROL)
using output = std::vector<int>;
#else
using output = std::vector<int> const;
#endif

void fill(output& out) {
  thrum::generate(thrum::seq, out.begin(), out.end(), [] { return 1; });
}
