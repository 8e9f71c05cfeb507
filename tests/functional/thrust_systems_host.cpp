// The memory of one system by Thrust's names: vectors, pointers, allocators and resources below thrum/system.
#include <doctest/doctest.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/system/cpp/vector.h>
#include <thrum/system/system_error.h>
#include <cstddef>
#include <type_traits>
#if defined(THRUM_WITH_TBB)
#include <thrum/system/tbb/execution_policy.h>
#include <thrum/system/tbb/vector.h>
#endif

namespace {

/// Uses the vectors, raw memory and resources of a system. Reads elements through references.
template <class Vector, class Memory>
void check_system(Memory memory) {
  Vector v(5, 1);
  thrum::sequence(v.begin(), v.end(), 2);
  CHECK(thrum::reduce(v.begin(), v.end()) == 20);
  typename Memory::template pointer<int> const p = memory.room(4);
  thrum::sequence(p, p + 4);
  typename Memory::template reference<int> const last = p[3];
  CHECK(last == 3);
  Vector const copy(p, p + 4);
  CHECK(copy[2] == 2);
  memory.free(p);
  typename Memory::resource resource;
  auto const raw = resource.allocate(64, 8);
  CHECK(thrum::raw_pointer_cast(raw) != nullptr);
  resource.deallocate(raw, 64, 8);
}

struct cpp_memory {
  template <class T>
  using pointer = thrum::system::cpp::pointer<T>;
  template <class T>
  using reference = thrum::cpp::reference<T>;
  using resource = thrum::cpp::memory_resource;
  static pointer<int> room(std::size_t n) { return thrum::cpp::malloc<int>(n); }
  static void free(pointer<int> p) { thrum::cpp::free(p); }
};
#if defined(THRUM_WITH_TBB)
struct tbb_memory {
  template <class T>
  using pointer = thrum::system::tbb::pointer<T>;
  template <class T>
  using reference = thrum::tbb::reference<T>;
  using resource = thrum::tbb::memory_resource;
  static pointer<int> room(std::size_t n) { return thrum::tbb::malloc<int>(n); }
  static void free(pointer<int> p) { thrum::tbb::free(p); }
};
#endif

}  // namespace

TEST_CASE("vectors, memory and resources of the calling thread") {
  check_system<thrum::cpp::vector<int>>(cpp_memory());
  check_system<thrum::system::cpp::universal_vector<int>>(cpp_memory());
  check_system<thrum::cpp::universal_host_pinned_vector<int>>(cpp_memory());
  thrum::cpp::pointer<void> const bytes = thrum::cpp::malloc(16);
  CHECK(bytes != nullptr);
  thrum::cpp::free(bytes);
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("vectors, memory and resources of oneTBB") {
  check_system<thrum::tbb::vector<int>>(tbb_memory());
  check_system<thrum::system::tbb::universal_vector<int>>(tbb_memory());
  check_system<thrum::tbb::universal_host_pinned_vector<int>>(tbb_memory());
  thrum::tbb::pointer<void> const bytes = thrum::tbb::malloc(16);
  CHECK(bytes != nullptr);
  thrum::tbb::free(bytes);
#if !defined(THRUM_WITH_CUDA)
  static_assert(std::is_same_v<thrum::tbb::vector<int>, thrum::device_vector<int>>);
#endif
}
#endif

TEST_CASE("system_error has two headers") {
  thrum::system::system_error const error(thrum::make_error_code(thrum::errc::invalid_argument));
  CHECK(error.code() == thrum::errc::invalid_argument);
}
