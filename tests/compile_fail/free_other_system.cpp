// EXPECT: this memory is not of the system that is to take it back
#include <thrum/execution_policy.h>
#include <thrum/memory.h>

void give_back(thrum::device_system_tag device) {
  auto const p = thrum::malloc<int>(device, 10);
#if defined(CONTROL)
  thrum::free(device, p);
#else
  thrum::free(thrum::host, p);
#endif
}
