// EXPECT: the policy keeps a reference to this allocator or resource, which has state
#include <thrum/memory_resource.h>
#include <thrum/sort.h>

void sort(int* first, int* last) {
#if defined(CONTROL)
  thrum::counting_resource<thrum::host_space> resource;
  thrum::sort(thrum::seq.with(resource), first, last);
#else
  thrum::sort(thrum::seq.with(thrum::counting_resource<thrum::host_space>()), first, last);
#endif
}
