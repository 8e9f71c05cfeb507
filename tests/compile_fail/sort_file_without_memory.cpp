// EXPECT: sort takes the file itself with a limit of memory: thrum::sort\(policy.memory\(bytes\), file\)
#include <thrum/execution_policy.h>
#include <thrum/mapped_file.h>

#if defined(CONTROL)
void order(thrum::mapped_file<int>& file) { thrum::sort(thrum::seq.memory(1 << 20), file); }
#else
void order(thrum::mapped_file<int>& file) { thrum::sort(thrum::seq, file); }
#endif
