// EXPECT: no form of this algorithm takes the arguments behind the ranges
#include <thrum/ranges/sort.h>
#include <functional>
#include <vector>

#if defined(CONTROL)
void sort_by_none(std::vector<int>& v) { thrum::ranges::sort(thrum::seq, v, std::less<>()); }
#else
void sort_by_none(std::vector<int>& v) { thrum::ranges::sort(thrum::seq, v, std::less<>(), std::identity(), 3); }
#endif
