// EXPECT: this iterator has no end behind it: pass a range, or an iterator and its end
#include <thrum/ranges/contains.h>
#include <vector>

#if defined(CONTROL)
bool has_range(std::vector<int>& v) { return thrum::ranges::contains(thrum::seq, v.begin(), v.end(), 3.5); }
#else
bool has_range(std::vector<int>& v) { return thrum::ranges::contains(thrum::seq, v.begin(), 3.5); }
#endif
