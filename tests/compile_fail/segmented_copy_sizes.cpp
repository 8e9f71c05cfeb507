// EXPECT: the begins and the sizes of segmented_copy are integers
#include <thrum/host_vector.h>
#include <thrum/segmented_copy.h>

#if defined(CONTROL)
using size = int;
#else
using size = double;
#endif

void pack(thrum::host_vector<int> const& begins, thrum::host_vector<size> const& sizes,
          thrum::host_vector<float> const& from, thrum::host_vector<float>& to) {
  thrum::segmented_copy(begins.begin(), begins.end(), sizes.begin(), from.begin(), to.begin(), begins.begin());
}
