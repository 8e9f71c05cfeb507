// The checks of the memory that arguments stand for, without their types: whether there is memory,
// whether the policy reaches it, whether there is enough of it, and what overlaps.
#pragma once

#include <thrum/detail/checked/failure.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
#include <cuda_runtime_api.h>
#endif

namespace thrum::detail::contracts {

/// An argument of a call, as messages name it.
struct place {
  char const* algorithm;
  char const* name;
  int number;

  [[noreturn]] void fail(std::ptrdiff_t index, std::string const& text) const {
    throw check_failed(algorithm, number, name, index, text);
  }
  std::string text() const { return "argument " + std::to_string(number) + " (" + name + ")"; }
};

inline std::string elements(std::ptrdiff_t n) { return std::to_string(n) + (n == 1 ? " element" : " elements"); }

/// How many elements lie before an iterator and from the iterator on, as far as the iterator knows.
struct room {
  static constexpr std::ptrdiff_t unknown = std::numeric_limits<std::ptrdiff_t>::max();
  std::ptrdiff_t before = unknown;
  std::ptrdiff_t behind = unknown;
  std::ptrdiff_t size() const { return before + behind; }
};

/// Checks that an iterator points into its range, or to its end.
inline void require_inside(place const& at, room const& r) {
  if (r.before >= 0 && r.behind >= 0) return;
  at.fail(r.before,
          "place " + std::to_string(r.before) + " is outside of a checked range of " + elements(r.size()));
}

/// Checks that n elements are there.
inline void require_room(place const& at, room const& r, std::ptrdiff_t n, bool reads, bool writes) {
  require_inside(at, r);
  if (n <= r.behind) return;
  std::string const many = elements(n) + (n == 1 ? " is " : " are "), there = std::to_string(r.behind);
  if (!reads) at.fail(r.behind, many + "written, and there is room for " + there);
  at.fail(r.behind, many + (writes ? "used, and there are " : "read, and there are ") + there);
}

/// The memory that an argument stands for: elements of `width` bytes each.
struct extent {
  place at;
  std::uintptr_t begin;
  std::ptrdiff_t n;
  std::size_t width;
  bool writes;
  bool may_be_input;
  bool may_be_empty;  // the call finds out how many elements there are
  std::uintptr_t end() const { return begin + static_cast<std::uintptr_t>(n) * width; }
};

/// The side whose code is to reach memory.
enum class side : unsigned char { host, device, either };

/// Checks that code of a side reaches the memory at p. Without CUDA there is only one memory.
inline void require_reachable([[maybe_unused]] place const& at, [[maybe_unused]] void const* p,
                              [[maybe_unused]] side where) {
#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, p) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // no GPU: all memory is the host's
    found.type = cudaMemoryTypeUnregistered;
  }
  if (where == side::device && found.type == cudaMemoryTypeUnregistered) {
    at.fail(-1, "it is memory of the host, which cuda::par cannot reach");
  }
  if (where == side::host && found.type == cudaMemoryTypeDevice) {
    at.fail(-1, "it is memory of a CUDA device, which the host cannot reach");
  }
#endif
}

/// The memory of a call's arguments.
class extents {
 public:
  explicit extents(side where) : where_(where) {}

  void add(extent const& e) {
    if (e.n <= 0) return;
    if (e.begin == 0 && e.may_be_empty) return;
    if (e.begin == 0) {
      e.at.fail(-1, "it is a null pointer, and " + elements(e.n) + (e.n == 1 ? " is" : " are") + " asked for");
    }
    require_reachable(e.at, reinterpret_cast<void const*>(e.begin), where_);
    for (int i = 0; i < size_; ++i) require_apart(all_[i], e);
    if (size_ < most) all_[size_++] = e;
  }

 private:
  static void require_apart(extent const& a, extent const& b) {
    if (a.may_be_empty && b.may_be_empty) return;
    if (a.at.number == b.at.number || (!a.writes && !b.writes) || b.begin >= a.end() || a.begin >= b.end()) return;
    if ((a.may_be_input || b.may_be_input) && a.begin == b.begin && a.width == b.width) return;
    // The failure names the extent that is written; if both are written, the later one.
    extent const& written = b.writes ? b : a;
    extent const& other = b.writes ? a : b;
    std::uintptr_t const begin = written.begin < other.begin ? other.begin : written.begin;
    auto const index = static_cast<std::ptrdiff_t>((begin - written.begin) / written.width);
    written.at.fail(index,
                    "it overlaps " + other.at.text() + ": its element " + std::to_string(index) + " is in both");
  }

  static constexpr int most = 32;  // a zip has several
  side where_;
  int size_ = 0;
  extent all_[most]{};
};

}  // namespace thrum::detail::contracts
