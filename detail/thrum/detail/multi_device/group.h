// What the algorithms of thrum::multi_device ask of a group of parts, and what groups have in
// common whose parts are all in one process.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace thrum::detail {

/// The sizes of consecutive parts of a vector.
class part_sizes {
 public:
  explicit part_sizes(std::vector<std::ptrdiff_t> sizes) : sizes_(std::move(sizes)), ends_(sizes_.size()) {
    std::ptrdiff_t end = 0;
    for (std::size_t p = 0; p < sizes_.size(); ++p) {
      if (sizes_[p] < 0) throw std::invalid_argument("thrum: a part of a vector cannot have a negative size");
      ends_[p] = end += sizes_[p];
    }
  }
  /// Returns `parts` parts of size(p) elements each.
  template <class Size>
  static part_sizes each(std::ptrdiff_t parts, Size size) {
    std::vector<std::ptrdiff_t> sizes;
    sizes.reserve(static_cast<std::size_t>(parts));
    for (std::ptrdiff_t p = 0; p < parts; ++p) sizes.push_back(size(p));
    return part_sizes(std::move(sizes));
  }

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(sizes_.size()); }
  std::ptrdiff_t size(std::ptrdiff_t p) const { return sizes_[static_cast<std::size_t>(p)]; }
  /// Returns the first index after part p.
  std::ptrdiff_t end(std::ptrdiff_t p) const { return ends_[static_cast<std::size_t>(p)]; }
  std::ptrdiff_t begin(std::ptrdiff_t p) const { return end(p) - size(p); }
  std::ptrdiff_t total() const { return ends_.empty() ? 0 : ends_.back(); }
  std::ptrdiff_t largest() const { return sizes_.empty() ? 0 : *std::max_element(sizes_.begin(), sizes_.end()); }
  /// Returns the part that has element i, or parts() if there is no such element.
  std::ptrdiff_t part_of(std::ptrdiff_t i) const {
    return std::upper_bound(ends_.begin(), ends_.end(), i) - ends_.begin();
  }
  /// Returns the first part that has elements, or parts() if no part has any.
  std::ptrdiff_t first_filled() const { return part_of(0); }
  /// Returns the first part after p that has elements, or parts().
  std::ptrdiff_t next_filled(std::ptrdiff_t p) const { return part_of(end(p)); }
  /// Returns how many elements of part p of these parts lie in part q of the others, which have the
  /// same total.
  std::ptrdiff_t overlap(std::ptrdiff_t p, part_sizes const& others, std::ptrdiff_t q) const {
    std::ptrdiff_t const last = std::min(end(p), others.end(q)), first = std::max(begin(p), others.begin(q));
    return std::max<std::ptrdiff_t>(last - first, 0);
  }
  std::vector<std::ptrdiff_t> const& all() const { return sizes_; }

  friend bool operator==(part_sizes const& a, part_sizes const& b) { return a.sizes_ == b.sizes_; }

 private:
  std::vector<std::ptrdiff_t> sizes_, ends_;
};

/// n elements that go from part `from`, where they begin at index `at`, to index `to_at` of part
/// `to`.
struct part_piece {
  std::ptrdiff_t from, at, to, to_at, n;
};

/// A group of parts that work together. The parts are in one process, or each process has one of
/// them. Every process makes the same calls, in the same order.
///
///     parts()                   how many parts there are in all processes
///     here(p)                   whether part p is in this process
///     home()                    the first part of this process. What all processes are told goes into
///                               the memory of their home parts
///     home_of(p)                the home part of the process that has part p
///     policy(p)                 the policy of part p, which is here
///     call<T>(name, size, f)    returns f(), which is an algorithm over `size` elements T. If f throws
///                               in one process, call throws in all
///     run(f)                    calls f(p) for each part p that is here
///     copy(p, src, q, dst, n)   copies from part p to part q, both here, in the order of q's work
///     copy_in(src, p, dst, n)   copies from memory of the host, which lasts until p is waited for
///     copy_out(p, src, dst, n)  copies to memory of the host
///     barrier()                 all work of parts here before it is done before all work after it
///     wait(p), wait()           waits for work that is here
///     finish()                  ends a call without a result for the host
///     settle()                  waits for all work here and throws no exception
///
/// The next members concern all processes. Call them within call(), so that none waits in vain.
///
///     gather(sizes, src, dst)   copies sizes.size(p) elements from src(p), for every part p, to dst
///                               in the memory of home, in the order of the parts
///     exchange<T>(n, src, dst)  copies n(p, q) elements of part p to part q, for all p and q. The
///                               elements for q lie in src(p) after those for the parts before q, and
///                               come to dst(q) after those from the parts before p
///     start_exchange<T>(pieces, src, dst)
///                               begins to copy the pieces from src(p) to dst(q), and returns an object
///                               that has finish(): work that begins after finish() finds the pieces.
///                               Until then the sources keep their values. All processes give the
///                               same pieces in the same order. The destructor also finishes, without
///                               an exception, so that a process that fails leaves no other waiting
///     all_sizes(size)           returns the sizes of all parts; size(p) is called for parts here
template <class G>
concept part_group = requires(G const& g, std::ptrdiff_t p, part_sizes const& sizes) {
  typename G::policy_type;
  typename G::memory_space;
  { g.parts() } -> std::same_as<std::ptrdiff_t>;
  { g.here(p) } -> std::same_as<bool>;
  { g.home() } -> std::same_as<std::ptrdiff_t>;
  { g.home_of(p) } -> std::same_as<std::ptrdiff_t>;
  { g.policy(p) } -> std::same_as<typename G::policy_type const&>;
  g.barrier();
  g.wait(p);
  g.wait();
  g.finish();
  { g.settle() } noexcept;
};

/// The members of a group whose parts are all in one process. Group has policy, parts, run, copy,
/// copy_in, copy_out, barrier, wait, finish and settle.
template <class Group>
class local_parts {
 public:
  static constexpr bool here(std::ptrdiff_t) { return true; }
  static constexpr std::ptrdiff_t home() { return 0; }
  static constexpr std::ptrdiff_t home_of(std::ptrdiff_t) { return 0; }
  template <class T, class F>
  decltype(auto) call(char const*, std::ptrdiff_t, F const& f) const {
    return f();
  }
  template <class Size>
  part_sizes all_sizes(Size size) const {
    return part_sizes::each(self().parts(), size);
  }
  template <class T, class Source>
  void gather(part_sizes const& sizes, Source src, T* dst) const {
    self().barrier();
    for (std::ptrdiff_t p = 0; p < sizes.parts(); ++p) {
      if (sizes.size(p) > 0) self().copy(p, static_cast<T const*>(src(p)), 0, dst + sizes.begin(p), sizes.size(p));
    }
  }
  template <class T, class Count, class Source, class Target>
  void exchange(Count count, Source src, Target dst) const {
    std::ptrdiff_t const parts = self().parts();
    std::vector<std::ptrdiff_t> taken(static_cast<std::size_t>(parts));
    std::vector<std::ptrdiff_t> begins(static_cast<std::size_t>(parts * parts));
    for (std::ptrdiff_t i = 0; i < parts * parts; ++i) {
      std::ptrdiff_t& next = taken[static_cast<std::size_t>(i / parts)];
      begins[static_cast<std::size_t>(i)] = next;
      next += count(i / parts, i % parts);
    }
    self().barrier();
    self().run([&](std::ptrdiff_t q) {
      std::ptrdiff_t end = 0;
      for (std::ptrdiff_t p = 0; p < parts; ++p) {
        std::ptrdiff_t const n = count(p, q);
        T const* const from = src(p) + begins[static_cast<std::size_t>(p * parts + q)];
        if (n > 0) self().copy(p, from, q, dst(q) + end, n);
        end += n;
      }
    });
    self().barrier();
  }
  /// An exchange whose copies are all in the order of the work of the parts.
  struct started_exchange {
    void finish() const {}
  };
  template <class T, class Source, class Target>
  started_exchange start_exchange(std::vector<part_piece> const& pieces, Source src, Target dst) const {
    self().barrier();
    self().run([&](std::ptrdiff_t q) {
      for (part_piece const& x : pieces) {
        if (x.to != q || x.n == 0) continue;
        self().copy(x.from, static_cast<T const*>(src(x.from)) + x.at, q, dst(q) + x.to_at, x.n);
      }
    });
    self().barrier();
    return {};
  }

 private:
  Group const& self() const { return static_cast<Group const&>(*this); }
};

}  // namespace thrum::detail
