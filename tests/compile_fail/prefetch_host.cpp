// EXPECT: thrum: only unified memory can be prefetched and advised on
#include <thrum/host_vector.h>
#include <thrum/memory_advice.h>
#include <thrum/unified_vector.h>

#if defined(CONTROL)
void prepare(thrum::unified_vector<int> const& v) { thrum::prefetch(v.begin(), v.end(), 0); }
#else
void prepare(thrum::host_vector<int> const& v) { thrum::prefetch(v.begin(), v.end(), 0); }
#endif
