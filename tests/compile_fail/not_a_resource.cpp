// EXPECT: a memory resource needs allocate\(bytes, alignment\) and deallocate\(p, bytes, alignment\)
#include <thrum/host_vector.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/new.h>
#include <memory>

#if defined(CONTROL)
using resource = thrum::mr::new_delete_resource;
#else
using resource = std::allocator<int>;
#endif

std::size_t count(resource* memory) {
  thrum::host_vector<int, thrum::mr::allocator<int, resource>> const v(10, 0, memory);
  return v.size();
}
