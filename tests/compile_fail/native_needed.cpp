// EXPECT: a backend whose code runs elsewhere needs the native reduce
#include <thrum/reduce.h>
#include <cstddef>
#include <utility>

namespace native_needed {
struct policy {
#if defined(CONTROL)
  static constexpr thrum::native natives = thrum::native::reduce;
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    return thrum::seq.reduce(first, n, std::move(init), std::move(op));
  }
#endif
  template <class Space>
  static constexpr bool reaches = !std::is_same_v<Space, thrum::host_space>;
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    thrum::seq.for_each_n(n, std::move(f), grain);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const { return thrum::seq.allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    thrum::seq.deallocate(p, bytes, alignment);
  }
};
}  // namespace native_needed

int sum(native_needed::policy const& exec, int* p) { return thrum::reduce(exec, p, p + 100, 0); }
