// EXPECT: for ranges in memory leave memory\(bytes\) out
#include <thrum/execution_policy.h>
#include <thrum/mapped_file.h>
#include <thrum/reduce.h>
#include <vector>

#if defined(CONTROL)
int total(std::vector<int> const& v) { return thrum::reduce(thrum::seq, v.begin(), v.end()); }
#else
int total(std::vector<int> const& v) { return thrum::reduce(thrum::seq.memory(1 << 20), v.begin(), v.end()); }
#endif
