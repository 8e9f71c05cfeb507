// EXPECT: first and last are iterators of different types: pass both of one container
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& v, std::vector<long>&) { thrum::sort(v.begin(), v.end()); }
#else
void order(std::vector<int>& v, std::vector<long>& w) { thrum::sort(v.begin(), w.end()); }
#endif
