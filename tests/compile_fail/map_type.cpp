// EXPECT: the values of a map are indices: they have to be integers
#include <thrum/gather.h>
#include <vector>

#if defined(CONTROL)
using place = unsigned char;
#else
using place = float;
#endif

void pick(std::vector<place> const& map, std::vector<int> const& from, std::vector<int>& to) {
  thrum::gather(thrum::seq, map.begin(), map.end(), from.begin(), to.begin());
}
