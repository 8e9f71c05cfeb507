// EXPECT: sort and stable_sort take a thrum::mapped_file of elements that are not const
#include <thrum/execution_policy.h>
#include <thrum/mapped_file.h>

#if defined(CONTROL)
void order(thrum::mapped_file<int>& file) { thrum::sort(thrum::seq.memory(1 << 20), file); }
#else
void order(thrum::mapped_file<int const>& file) { thrum::sort(thrum::seq.memory(1 << 20), file); }
#endif
