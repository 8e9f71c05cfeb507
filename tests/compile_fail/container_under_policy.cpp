// EXPECT: algorithms take iterators, not containers: pass v.begin\(\), v.end\(\) in place of v
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v.begin(), v.end()); }
#else
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v); }
#endif
