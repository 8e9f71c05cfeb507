// EXPECT: this algorithm needs random-access iterators
#include <thrum/reduce.h>
#include <list>
#include <vector>

#if defined(CONTROL)
int sum(std::vector<int> const& values) { return thrum::reduce(thrum::seq, values.begin(), values.end(), 0); }
#else
int sum(std::list<int> const& values) { return thrum::reduce(thrum::seq, values.begin(), values.end(), 0); }
#endif
