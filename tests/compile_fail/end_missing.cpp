// EXPECT: the end of the range is missing
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v.begin(), v.end()); }
#else
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v.begin()); }
#endif
