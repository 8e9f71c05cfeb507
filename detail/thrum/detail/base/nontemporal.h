// Non-temporal stores: they write whole lines of the output to memory, and do not read these lines
// into a cache first. A copy of a range that no cache holds then moves two thirds of the bytes.
// Calls that touch as much memory as the last caches of their threads have, or more, make such
// stores on x86-64, with AVX2. Processors of other architectures see by themselves that lines are
// written whole.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#if THRUM_HAS_VECTOR_TARGETS
#include <cpuid.h>
#endif

namespace thrum {
template <class F, class I, class Reference, class Value>
class transform_iterator;
template <class T, class Space, class Traversal, class Difference>
class counting_iterator;
template <class T, class Index, class Space>
class constant_iterator;
}  // namespace thrum

namespace thrum::detail {

/// The last cache that a hardware thread has: its bytes, and how many hardware threads share it.
/// bytes is 0 if the processor does not tell.
struct cache_size {
  std::size_t bytes = 0;
  std::size_t threads = 1;
};

#if THRUM_HAS_VECTOR_TARGETS
/// Asks the processor: the leaf 4 of Intel's CPUID, and 8000001D of AMD's, list all caches.
inline cache_size find_last_cache() {
  constexpr unsigned most_caches = 8, instructions = 2;
  for (unsigned const leaf : {0x4u, 0x8000001Du}) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __cpuid(leaf & 0x80000000u, a, b, c, d);  // a: the last leaf
    if (a < leaf) continue;
    cache_size last;
    for (unsigned index = 0; index < most_caches; ++index) {
      __cpuid_count(leaf, index, a, b, c, d);
      unsigned const type = a & 0x1F;
      if (type == 0) break;
      if (type == instructions) continue;
      std::size_t const ways = (b >> 22) + 1, partitions = (b >> 12 & 0x3FF) + 1, line = (b & 0xFFF) + 1;
      last = {ways * partitions * line * (std::size_t{c} + 1), (a >> 14 & 0xFFF) + 1};
    }
    if (last.bytes != 0) return last;
  }
  return {};
}
#endif

/// Returns the last cache, for which the processor is asked once.
inline cache_size& last_cache() {
#if THRUM_HAS_VECTOR_TARGETS
  static cache_size cache = detail::find_last_cache();
#else
  static cache_size cache{};
#endif
  return cache;
}

/// Sets the last cache while the object exists, so that a test makes non-temporal stores, or none.
/// No algorithm runs meanwhile in other threads that the test did not start.
class changed_last_cache {
 public:
  explicit changed_last_cache(std::size_t bytes) : before_(detail::last_cache()) {
    detail::last_cache() = {bytes, before_.threads};
  }
  changed_last_cache(changed_last_cache const&) = delete;
  changed_last_cache& operator=(changed_last_cache const&) = delete;
  ~changed_last_cache() { detail::last_cache() = before_; }

 private:
  cache_size before_;
};

/// Fewer bytes of output are stored as usual, whatever the cache.
inline constexpr std::ptrdiff_t least_nontemporal_bytes = std::ptrdiff_t{1} << 16;

/// The bytes of a line of the caches.
inline constexpr std::size_t line_bytes = 64;

/// Returns the bytes from p on that are before the begin of a line.
inline std::size_t bytes_before_line(void const volatile* p) {
  return (0 - reinterpret_cast<std::uintptr_t>(p)) % line_bytes;
}

/// Stores a line of memory non-temporally. `to` is the begin of the line.
THRUM_TARGET_AVX2 THRUM_INLINED void store_line([[maybe_unused]] void* to, [[maybe_unused]] void const* from) {
#if THRUM_HAS_VECTOR_TARGETS
  typedef long long lanes __attribute__((vector_size(32), may_alias));
  for (std::size_t b = 0; b < line_bytes; b += sizeof(lanes)) {
    lanes v;
    std::memcpy(&v, static_cast<char const*>(from) + b, sizeof v);
    lanes* const out = reinterpret_cast<lanes*>(static_cast<char*>(to) + b);
#if __has_builtin(__builtin_nontemporal_store)
    __builtin_nontemporal_store(v, out);
#else
    __builtin_ia32_movntdq256(out, v);
#endif
  }
#endif
}
/// The calls of store_line while the object exists happen before what the thread does afterwards,
/// also where an exception ends them.
class nontemporal_stores {
 public:
  nontemporal_stores() = default;
  nontemporal_stores(nontemporal_stores const&) = delete;
  nontemporal_stores& operator=(nontemporal_stores const&) = delete;
  ~nontemporal_stores() {
#if THRUM_HAS_VECTOR_TARGETS
    __builtin_ia32_sfence();
#endif
  }
};

/// Copies bytes by non-temporal stores, to memory that does not overlap.
THRUM_TARGET_AVX2 inline void copy_nontemporally(void* to, void const* from, std::size_t bytes) {
  nontemporal_stores const stores;
  auto* out = static_cast<char*>(to);
  auto const* in = static_cast<char const*>(from);
  auto const copy_some = [&](std::size_t some) {
    std::memcpy(out, in, some);
    out += some, in += some, bytes -= some;
  };
  std::size_t const head = detail::bytes_before_line(out);
  copy_some(head < bytes ? head : bytes);
  for (; bytes >= line_bytes; bytes -= line_bytes, out += line_bytes, in += line_bytes)
    detail::store_line(out, in);
  copy_some(bytes);
}

/// The memory of n elements from an iterator on, for the iterators of which it is known.
struct memory_range {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  THRUM_HD bool overlaps(memory_range const& other) const {
    return begin < other.begin + other.bytes && other.begin < begin + bytes;
  }
};
template <class I>
struct memory_read {
  static constexpr bool is_known = false, is_any = false;
};
template <class T>
struct memory_read<T*> {
  static constexpr bool is_known = true, is_any = true;
  THRUM_HD static memory_range of(T const volatile* first, std::ptrdiff_t n) {
    return {reinterpret_cast<std::uintptr_t>(first), static_cast<std::size_t>(n) * sizeof(T)};
  }
};
template <class F, class I, class Reference, class Value>
struct memory_read<transform_iterator<F, I, Reference, Value>> {
  static constexpr bool is_known = memory_read<I>::is_known, is_any = memory_read<I>::is_any;
  static memory_range of(transform_iterator<F, I, Reference, Value> const& first, std::ptrdiff_t n) {
    return memory_read<I>::of(first.base(), n);
  }
};
struct no_memory_read {
  static constexpr bool is_known = true, is_any = false;
  static memory_range of(auto const&, std::ptrdiff_t) { return {}; }
};
template <class T, class Space, class Traversal, class Difference>
struct memory_read<counting_iterator<T, Space, Traversal, Difference>> : no_memory_read {};
template <class T, class Index, class Space>
struct memory_read<constant_iterator<T, Index, Space>> : no_memory_read {};

/// Returns whether a call that reads and writes these ranges touches as many bytes as the last
/// caches of so many threads have, or more, and the output is no input: its stores had better be
/// non-temporal.
THRUM_NOT_INLINED inline bool is_beyond_caches(std::initializer_list<memory_range> inputs, memory_range output,
                                               std::ptrdiff_t threads) {
  if (detail::vectors_of_processor() < vector_level::avx2) return false;
  cache_size const cache = detail::last_cache();
  std::size_t const caches = ((threads < 1 ? 1 : static_cast<std::size_t>(threads)) - 1) / cache.threads + 1;
  std::size_t touched = output.bytes;
  for (memory_range const* input = inputs.begin(); input != inputs.end(); ++input) {
    if (input->overlaps(output)) return false;
    bool is_new = true;
    for (memory_range const* other = inputs.begin(); other != input; ++other) is_new &= !input->overlaps(*other);
    if (is_new) touched += input->bytes;
  }
  return cache.bytes != 0 && touched >= cache.bytes * caches;
}

/// Whether inputs read memory, and it is known which. (A call that only writes has nothing to read
/// meanwhile: its usual stores are as fast.)
template <class L>
inline constexpr bool read_known_memory = false;
template <class... I>
inline constexpr bool read_known_memory<input_list<I...>> =
    (... && memory_read<std::remove_const_t<I>>::is_known) && (... || memory_read<std::remove_const_t<I>>::is_any);

/// Returns whether a copy of n elements stores non-temporally.
template <class T>
bool copies_nontemporally(T const* from, std::ptrdiff_t n, T* to, std::ptrdiff_t threads) {
  using range = memory_read<T*>;
  return detail::is_beyond_caches({range::of(from, n)}, range::of(to, n), threads);
}

/// The bytes of the largest number, at most.
inline constexpr std::size_t largest_number = 16;

/// Whether the numbers that a body computes can be stored non-temporally.
template <class F>
inline constexpr bool may_store_nontemporally = false;
template <class F>
  requires(THRUM_HAS_VECTOR_TARGETS != 0 && kind_of<F> == body_kind::compute && computes_numbers<F>)
inline constexpr bool may_store_nontemporally<F> =
    read_known_memory<inputs_of<F>> && !std::is_volatile_v<std::remove_pointer_t<output_of<F>>> &&
    sizeof(std::remove_pointer_t<output_of<F>>) <= largest_number;

/// Returns whether the body of a call for n elements stores non-temporally. threads() returns how
/// many threads the call has.
template <class F, class Threads>
bool stores_nontemporally(F& f, std::ptrdiff_t n, Threads threads) {
  using O = output_of<F>;
  constexpr std::size_t width = sizeof(std::remove_pointer_t<O>);
  if (n < least_nontemporal_bytes / static_cast<std::ptrdiff_t>(width)) return false;
  memory_range const output = memory_read<O>::of(f.output(), n);
  if (output.begin % width != 0) return false;
  return f.inputs([=]<class... I>(I const&... first) {
    return detail::is_beyond_caches({memory_read<I>::of(first, n)...}, output, threads());
  });
}

}  // namespace thrum::detail
