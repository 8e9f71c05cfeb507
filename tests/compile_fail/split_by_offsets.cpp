// EXPECT: offsets are integers, in memory that can be read and written
#include <thrum/host_vector.h>
#include <thrum/split_by.h>

#if defined(CONTROL)
using offset = int;
#else
using offset = float;
#endif

void split(thrum::host_vector<int> const& v, thrum::host_vector<int>& out, thrum::host_vector<offset>& offsets) {
  thrum::split_by(v.begin(), v.end(), out.begin(), offsets.begin(), offsets.end(), [](int x) { return x % 3; });
}
