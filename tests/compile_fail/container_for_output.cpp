// EXPECT: algorithms take iterators, not containers
#include <thrum/copy.h>
#include <vector>

#if defined(CONTROL)
void save(std::vector<int> const& v, std::vector<int>& out) {
  thrum::copy(thrum::seq, v.begin(), v.end(), out.begin());
}
#else
void save(std::vector<int> const& v, std::vector<int>& out) { thrum::copy(thrum::seq, v.begin(), v.end(), out); }
#endif
