// EXPECT: THRUM_HOST_SYSTEM is THRUM_HOST_SYSTEM_CPP: calls on host memory are the calling thread's
#if defined(CONTROL)
#define THRUM_HOST_SYSTEM THRUM_HOST_SYSTEM_CPP
#else
#define THRUM_HOST_SYSTEM THRUM_HOST_SYSTEM_TBB
#endif
#include <thrum/tuple.h>
