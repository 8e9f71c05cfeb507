// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <vector>

#if defined(CONTROL)
using output = std::vector<int>;
#else
using output = std::vector<int> const;
#endif

void negate(std::vector<int> const& in, output& out) {
  thrum::transform(thrum::seq, in.begin(), in.end(), out.begin(), thrum::negate<>{});
}
