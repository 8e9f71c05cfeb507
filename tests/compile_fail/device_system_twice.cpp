// EXPECT: THRUM_DEVICE_SYSTEM names another system than CUDA, and THRUM_WITH_CUDA is defined
// DEFINES: -DTHRUM_DEVICE_SYSTEM=THRUM_DEVICE_SYSTEM_CPP
#if !defined(CONTROL)
#define THRUM_WITH_CUDA
#endif
#include <thrum/tuple.h>
