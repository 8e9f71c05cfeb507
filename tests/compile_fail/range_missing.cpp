// EXPECT: an argument is no range where one belongs
#include <thrum/ranges/copy.h>
#include <vector>

#if defined(CONTROL)
void copy_range(std::vector<int> const& v, std::vector<int>& out) { thrum::ranges::copy(thrum::seq, v, out); }
#else
void copy_range(std::vector<int> const& v, std::vector<int>&) { thrum::ranges::copy(thrum::seq, v, 7); }
#endif
