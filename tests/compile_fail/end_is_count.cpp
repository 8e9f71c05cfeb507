// EXPECT: a range is two iterators, first and last: the second argument is none
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& v) { thrum::sort(v.begin(), v.begin() + 10); }
#else
void order(std::vector<int>& v) { thrum::sort(v.begin(), 10); }
#endif
