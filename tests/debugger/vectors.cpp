// The vectors that the debuggers show. All of them live at the last line of main.
#include <sys/mman.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/tuple.h>
#include <thrum/unified_vector.h>
#include <cstring>

namespace {
struct point {
  int x, y;
};

/// An address that no debugger can read, like one of a device, and the bytes that stand for it.
void* far_away = nullptr;
constexpr std::size_t page_size = 4096;
constexpr int far_numbers[] = {7, 8, 9};

/// Allocates device memory at that address.
template <class T>
struct far_allocator {
  using value_type = T;
  using memory_space = typename thrum::device_allocator<T>::memory_space;
  far_allocator() = default;
  template <class U>
  far_allocator(far_allocator<U> const&) {}
  T* allocate(std::size_t) { return static_cast<T*>(far_away); }
  void deallocate(T*, std::size_t) {}
  bool operator==(far_allocator const&) const { return true; }
};
}  // namespace

/// The driver's copy from device memory, which thrum-fetch calls.
extern "C" int cudaMemcpy(void* to, void const* from, std::size_t bytes, int kind) {
  if (kind != 2 || from != far_away || bytes > sizeof far_numbers) return 1;
  std::memcpy(to, far_numbers, bytes);
  return 0;
}

int main() {
  // A page that is unmapped at once: nothing can be read there.
  far_away = mmap(nullptr, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (far_away == MAP_FAILED || munmap(far_away, page_size) != 0) return 1;

  thrum::host_vector<int> const host{3, 1, 2};
  thrum::device_vector<double> device{1.5, 2.5};
  thrum::unified_vector<point> const unified{{1, 2}, {3, 4}};
  thrum::device_vector<int> const empty;
  thrum::device_vector<int, far_allocator<int>> const far(3, thrum::no_init);
  auto const pointer = device.data();
  auto const reference = device[1];
  thrum::tuple<int, double> const pair(1, 2.5);
  auto const counting = thrum::make_counting_iterator(7);
  auto const negative = thrum::make_transform_iterator(counting, thrum::negate<int>{});
  auto const zipped = thrum::make_zip_iterator(thrum::make_tuple(counting, negative));
  return host.size() + empty.size() + unified.size() + far.size() == 8 && reference == 2.5 &&
                 pointer == device.data() && thrum::get<0>(pair) == 1 && *negative == -7 &&
                 thrum::get<1>(*zipped) == -7
             ? 0
             : 1;
}
