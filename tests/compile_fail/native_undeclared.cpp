// EXPECT: this backend has the native member N, but does not declare it: add it to `natives`
#if defined(CONTROL)
#define THRUM_TEST_NATIVES thrum::native::sort
#else
#define THRUM_TEST_NATIVES thrum::native::none
#endif
#include <thrum/sort.h>
#include <cstddef>
#include <utility>

namespace native_undeclared {
struct policy {
  static constexpr thrum::native natives = THRUM_TEST_NATIVES;
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    thrum::seq.for_each_n(n, std::move(f), grain);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const { return thrum::seq.allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    thrum::seq.deallocate(p, bytes, alignment);
  }
  template <class K, class Less>
  void sort(K keys, std::ptrdiff_t n, Less less) const {
    thrum::seq.sort(keys, n, std::move(less));
  }
};
}  // namespace native_undeclared

void order(native_undeclared::policy const& exec, int* p) { thrum::sort(exec, p, p + 100); }
#undef THRUM_TEST_NATIVES
