// EXPECT: this backend declares the native N, but has no such member: look at its name and arguments
#if defined(CONTROL)
#define THRUM_TEST_MEMBER sort
#else
#define THRUM_TEST_MEMBER srot
#endif
#include <thrum/sort.h>
#include <cstddef>
#include <utility>

namespace native_missing {
struct policy {
  static constexpr thrum::native natives = thrum::native::sort;
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    thrum::seq.for_each_n(n, std::move(f), grain);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const { return thrum::seq.allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    thrum::seq.deallocate(p, bytes, alignment);
  }
  template <class K, class Less>
  void THRUM_TEST_MEMBER(K keys, std::ptrdiff_t n, Less less) const {
    thrum::seq.sort(keys, n, std::move(less));
  }
};
}  // namespace native_missing

void order(native_missing::policy const& exec, int* p) { thrum::sort(exec, p, p + 100); }
#undef THRUM_TEST_MEMBER
