// EXPECT: the counts of for_each_expanded are integers
#include <thrum/for_each_expanded.h>
#include <thrum/host_vector.h>
#include <cstddef>

#if defined(CONTROL)
using count = int;
#else
using count = double;
#endif

void expand(thrum::host_vector<count> const& counts) {
  thrum::for_each_expanded(counts.begin(), counts.end(), [](std::ptrdiff_t, std::ptrdiff_t) {});
}
