// EXPECT: the policy keeps a reference to this allocator or resource, which has state
// NEEDS: tbb
#include <thrum/sort.h>
#include <thrum/tbb.h>
#include <memory>
#include <memory_resource>

#if defined(CONTROL)
using allocator = std::allocator<char>;
#else
// An allocator with more state than one pointer.
struct allocator : std::pmr::polymorphic_allocator<char> {
  int calls = 0;
};
#endif

void sort(int* first, int* last) { thrum::sort(thrum::tbb::par(allocator()), first, last); }
