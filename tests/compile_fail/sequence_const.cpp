// EXPECT: the values cannot be assigned through this output iterator
// NEEDS: tbb
// DEFINES: -DTHRUM_WITH_TBB
#include <thrum/device_vector.h>
#include <thrum/sequence.h>

#if defined(CONTROL)
using output = thrum::device_vector<int>;
#else
using output = thrum::device_vector<int> const;
#endif

void count(output& out) { thrum::sequence(out.begin(), out.end()); }
