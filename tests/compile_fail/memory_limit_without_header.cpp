// EXPECT: memory\(bytes\) of a policy needs #include <thrum/mapped_file.h>
#include <thrum/execution_policy.h>
#if defined(CONTROL)
#include <thrum/mapped_file.h>
#endif

void limit() { static_cast<void>(thrum::seq.memory(1 << 20)); }
