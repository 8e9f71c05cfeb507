// EXPECT: the first value of a sequence and its step are of one type
// NEEDS: tbb
// DEFINES: -DTHRUM_WITH_TBB
#include <thrum/device_vector.h>
#include <thrum/sequence.h>

#if defined(CONTROL)
using number = double;
#else
using number = int;
#endif

void count(thrum::device_vector<double>& out) { thrum::sequence(out.begin(), out.end(), number(1), 0.5); }
