// A sort of a file takes no more memory than its limit: the system's count of resident pages, and the
// scratch memory of the sorts of runs.
#include <thrum/detail/base/processor.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/mapped_file.h>
#include <thrum/ordered_by.h>
#include <thrum/sort.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <new>
#include <string>
#include <vector>
#include "files.h"
#include "policies.h"

namespace {

using namespace thrum::literals;

struct large_record {
  double key;
  std::int32_t index;
  std::array<char, 88> rest;
};

}  // namespace

#if defined(__linux__) && !defined(__SANITIZE_THREAD__) && !defined(THRUM_ADDRESS_SANITIZER)
namespace {
/// Returns a number of /proc/self/status, in bytes.
std::size_t status(std::string const& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
  }
  return 0;
}
}  // namespace

TEST_CASE_TEMPLATE("the resident memory stays within the limit", S, HOST_BACKENDS) {
  test_directory const directory;
  auto const run = [&](std::size_t bytes, std::size_t memory, auto less) {
    auto file = thrum::mapped_file<std::uint64_t>::create(directory / "f", bytes / 8);
    std::uint64_t x = 1;
    for (std::uint64_t& element : file) element = x = x * 6364136223846793005u + 1442695040888963407u;
    std::size_t const mapped = status("VmRSS");
    file.advise(thrum::file_advice::not_needed);
    CHECK(status("VmRSS") + bytes / 2 < mapped);
    { std::ofstream("/proc/self/clear_refs") << "5"; }
    std::size_t const before = status("VmRSS");
    if (status("VmHWM") > before + 256_KiB) return;  // the system does not let the mark be set back
    thrum::sort(limited<S>(memory), file, less);
    std::size_t const most = status("VmHWM");
    CAPTURE(bytes);
    CAPTURE(memory);
    CAPTURE(before);
    CAPTURE(most);
    CHECK(most <= before + memory + 2_MiB);  // 2 MiB: code that runs for the first time
    CHECK(std::is_sorted(file.begin(), file.end(), less));
  };
  run(1_MiB, 256_KiB, thrum::less<>{});  // begins the threads
  run(64_MiB, 16_MiB, thrum::less<>{});
  auto const compared = [](std::uint64_t a, std::uint64_t b) { return a < b; };
  run(1_MiB, 256_KiB, compared);
  run(16_MiB, 3_MiB, compared);
}
#endif

namespace {

/// A memory resource that knows the most bytes that were in use, as an arena counts them.
struct peak_resource {
  std::size_t used = 0, most = 0;
  void* allocate(std::size_t bytes, std::size_t alignment) {
    used += (bytes + 63) / 64 * 64;
    most = std::max(most, used);
    return ::operator new(bytes, std::align_val_t{alignment});
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) {
    used -= (bytes + 63) / 64 * 64;
    ::operator delete(p, std::align_val_t{alignment});
  }
};

/// Returns the most scratch memory that a sort takes.
template <class T, class Less, class Policy>
std::size_t most_scratch(Policy const& policy, std::vector<T> elements, Less less) {
  peak_resource resource;
  thrum::sort(policy.with(resource), elements.begin(), elements.end(), less);
  return resource.most;
}
/// Checks the bound, which is close where no number is sorted in vectors, without a buffer.
template <class T, class Less, class Policy>
void check_scratch(Policy const& policy, std::ptrdiff_t n, std::vector<T> const& input, Less less) {
  std::size_t const bound = thrum::detail::scratch_of_sort<Policy, T, Less>(n);
  CAPTURE(n);
  CAPTURE(sizeof(T));
  CHECK(most_scratch(policy, input, less) <= bound);
  thrum::detail::lowered_vectors const lowered(thrum::detail::vector_level::none);
  std::size_t const most = most_scratch(policy, input, less);
  CHECK(most <= bound);
  if (n > 1000) CHECK(most > bound / 3);
}
}  // namespace

TEST_CASE("the bound of the scratch memory of a sort holds") {
  auto const all = [](auto const& policy) {
    for (std::ptrdiff_t const n : {2, 16, 17, 255, 256, 4096, 5000, 65'535, 65'536, 300'000}) {
      auto const numbers = random_patterns<std::uint64_t>(n);
      check_scratch(policy, n, numbers, thrum::less<>{});
      check_scratch(policy, n, numbers, [](std::uint64_t a, std::uint64_t b) { return a < b; });
      check_scratch(policy, n, random_values<double>(n, -1, 1), thrum::greater<>{});
      check_scratch(policy, n, random_patterns<std::int16_t>(n), thrum::less<>{});
      std::vector<large_record> large(static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < large.size(); ++i) large[i].key = static_cast<double>(numbers[i]);
      check_scratch(policy, n, large, thrum::ordered_by(&large_record::key));
      check_scratch(policy, n, large, [](large_record const& a, large_record const& b) { return a.key < b.key; });
      check_scratch(policy, n, large, thrum::ordered_by(&large_record::index));
    }
  };
  all(thrum::seq);
#if defined(THRUM_WITH_TBB)
  all(thrum::tbb::par);
#endif
}
