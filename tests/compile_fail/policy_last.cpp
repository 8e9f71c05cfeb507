// EXPECT: the policy is the first argument of a call: write it before the iterators
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v.begin(), v.end()); }
#else
void order(std::vector<int>& v) { thrum::sort(v.begin(), v.end(), thrum::seq); }
#endif
