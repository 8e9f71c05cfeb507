// EXPECT: the functor of split_by returns the number of a class, an integer: this one does not
#include <thrum/host_vector.h>
#include <thrum/split_by.h>

#if defined(CONTROL)
using number = int;
#else
using number = double;
#endif

void split(thrum::host_vector<int> const& v, thrum::host_vector<int>& out, thrum::host_vector<int>& offsets) {
  thrum::split_by(v.begin(), v.end(), out.begin(), offsets.begin(), offsets.end(),
                  [](int x) { return static_cast<number>(x % 3); });
}
