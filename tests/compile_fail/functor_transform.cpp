// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/transform.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using argument = int;
#else
using argument = std::string;
#endif

void lengths(std::vector<int> const& in, std::vector<int>& out) {
  thrum::transform(thrum::seq, in.begin(), in.end(), out.begin(), [](argument const&) { return 1; });
}
