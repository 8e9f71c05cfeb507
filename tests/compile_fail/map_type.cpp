// EXPECT: the values of a map are indices: they have to be integers
#include <thrum/gather.h>
#include <vector>

#if defined(CONTROL)
using index = unsigned char;
#else
using index = float;
#endif

void pick(std::vector<index> const& map, std::vector<int> const& from, std::vector<int>& to) {
  thrum::gather(thrum::seq, map.begin(), map.end(), from.begin(), to.begin());
}
