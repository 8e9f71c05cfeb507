// EXPECT: from a memory resource or an allocator that it may call
#include <thrum/sort.h>
#include <cstddef>

struct allocator {
  using value_type = char;
  std::size_t allocations = 0;
  char* allocate(std::size_t n) { return ++allocations, new char[n]; }
  void deallocate(char* p, std::size_t) { delete[] p; }
};

#if defined(CONTROL)
using source = allocator;
#else
using source = allocator const;
#endif

void sort(source& from, int* first, int* last) { thrum::sort(thrum::seq(from), first, last); }
