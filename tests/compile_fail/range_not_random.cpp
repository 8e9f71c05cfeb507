// EXPECT: this algorithm needs a random-access range
#include <thrum/ranges/count.h>
#include <list>
#include <vector>

#if defined(CONTROL)
using container_of_range = std::vector<int>;
#else
using container_of_range = std::list<int>;
#endif

std::ptrdiff_t zeros(container_of_range const& v) { return thrum::ranges::count(thrum::seq, v, 0); }
