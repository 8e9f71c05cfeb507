// EXPECT: the call has an argument more than the algorithm takes
#include <thrum/reduce.h>
#include <vector>

#if defined(CONTROL)
int sum(std::vector<int> const& v) { return thrum::reduce(v.begin(), v.end(), 0, thrum::plus<>{}); }
#else
int sum(std::vector<int> const& v) { return thrum::reduce(v.begin(), v.end(), 0, thrum::plus<>{}, 0); }
#endif
