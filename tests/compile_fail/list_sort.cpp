// EXPECT: this algorithm needs random-access iterators
#include <thrum/sort.h>
#include <list>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& values) { thrum::sort(values.begin(), values.end()); }
#else
void order(std::list<int>& values) { thrum::sort(values.begin(), values.end()); }
#endif
