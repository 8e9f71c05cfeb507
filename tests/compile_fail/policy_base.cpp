// EXPECT: a policy of your own derives from host_execution_policy or device_execution_policy
#include <thrum/execution_policy.h>
#include <thrum/sort.h>

#if defined(CONTROL)
struct mine : thrum::host_execution_policy<mine> {};
#else
struct mine : thrum::execution_policy<mine> {};
#endif

void sort(int* first, int* last) { thrum::sort(mine(), first, last); }
