// EXPECT: the call writes to a temporary range, and the results are lost: give the range a name
#include <thrum/ranges/sort.h>
#include <utility>
#include <vector>

#if defined(CONTROL)
void sort_range(std::vector<int> v) { thrum::ranges::sort(thrum::seq, v); }
#else
void sort_range(std::vector<int> v) { thrum::ranges::sort(thrum::seq, std::move(v)); }
#endif
