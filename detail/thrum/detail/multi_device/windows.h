// Sliding windows over a split vector. The windows of most elements of a part lie within the part.
// The windows of its first and last elements also have elements of other parts, or lie beyond the
// ends of the vector: they are put together in memory of the part, so that every window is
// contiguous.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/fill.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

/// What windows have beyond the ends of a vector.
enum class beyond_ends { nothing, opposite_end, last_element, value };

/// Where the windows of the elements of each part are: [i - left, i + right] for element i.
class window_plan {
 public:
  /// Consecutive elements of a part whose windows lie in one range: window k of `first` on belongs
  /// to element `element` + k.
  struct run {
    std::ptrdiff_t element, n, first;
  };
  /// Consecutive places of an edge that get elements beyond the ends.
  struct filling {
    std::ptrdiff_t at, n;
  };

  window_plan(part_sizes const& sizes, std::ptrdiff_t left, std::ptrdiff_t right, beyond_ends kind)
      : sizes_(sizes), left_(left), right_(right), kind_(kind) {}

  /// Returns how many elements the edges of part p have: copies of its first elements with those
  /// before them, and of its last elements with those after them, or one copy of the whole part
  /// with both.
  std::ptrdiff_t edge_size(std::ptrdiff_t p) const {
    std::ptrdiff_t const n = sizes_.size(p);
    if (n == 0) return 0;
    return one_edge(p) ? left_ + n + right_ : left_edge() + right_edge();
  }
  /// Returns the elements of part p whose windows lie within the part.
  run inner(std::ptrdiff_t p) const {
    return one_edge(p) ? run{0, 0, 0} : run{left_, sizes_.size(p) - left_ - right_, 0};
  }
  /// Returns the elements of part p whose windows lie in its edges.
  std::vector<run> outer(std::ptrdiff_t p) const {
    std::vector<run> runs;
    std::ptrdiff_t const n = sizes_.size(p);
    auto const add = [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t first) {
      std::ptrdiff_t low = begin, high = end;
      if (kind_ == beyond_ends::nothing) {
        low = std::max(low, left_ - sizes_.begin(p));
        high = std::min(high, sizes_.total() - right_ - sizes_.begin(p));
      }
      if (low < high) runs.push_back({low, high - low, first + (low - begin)});
    };
    if (one_edge(p)) {
      add(0, n, 0);
    } else {
      add(0, left_, 0);
      add(n - right_, n, left_edge());
    }
    return runs;
  }
  /// Returns the pieces of the edges of all parts that are elements of the vector, and, in
  /// `fillings`, those of part p that are beyond its ends. If these are copies of the last element,
  /// a piece brings it to the first place of a filling.
  std::vector<part_piece> pieces(std::vector<std::vector<filling>>& fillings) const {
    std::vector<part_piece> all;
    fillings.resize(static_cast<std::size_t>(sizes_.parts()));
    for (std::ptrdiff_t p = 0; p < sizes_.parts(); ++p) {
      std::ptrdiff_t const n = sizes_.size(p), begin = sizes_.begin(p), end = sizes_.end(p);
      if (n == 0) continue;
      edge const e{p, all, fillings[static_cast<std::size_t>(p)]};
      if (one_edge(p)) {
        add(e, begin - left_, end + right_, 0);
      } else {
        if (left_ > 0) add(e, begin - left_, begin + left_ + right_, 0);
        if (right_ > 0) add(e, end - left_ - right_, end + right_, left_edge());
      }
    }
    return all;
  }

 private:
  struct edge {
    std::ptrdiff_t part;
    std::vector<part_piece>& pieces;
    std::vector<filling>& fillings;
  };

  /// Says whether no window lies within part p.
  bool one_edge(std::ptrdiff_t p) const { return sizes_.size(p) <= left_ + right_; }
  std::ptrdiff_t left_edge() const { return left_ == 0 ? 0 : 2 * left_ + right_; }
  std::ptrdiff_t right_edge() const { return right_ == 0 ? 0 : 2 * right_ + left_; }

  /// Adds the elements [begin, end) of the vector, which may reach beyond its ends, at index `at`.
  void add(edge const& e, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t at) const {
    std::ptrdiff_t const total = sizes_.total();
    while (begin < end) {
      std::ptrdiff_t next = end;
      if (kind_ == beyond_ends::opposite_end) {
        std::ptrdiff_t const place = (begin % total + total) % total;
        next = std::min(end, begin + (total - place));
        add_elements(e, place, place + (next - begin), at);
      } else if (begin < 0 || begin >= total) {
        next = begin < 0 ? std::min<std::ptrdiff_t>(end, 0) : end;
        if (kind_ == beyond_ends::last_element) {
          std::ptrdiff_t const last = begin < 0 ? 0 : total - 1;
          add_elements(e, last, last + 1, at);
        }
        e.fillings.push_back({at, next - begin});
      } else {
        next = std::min(end, total);
        add_elements(e, begin, next, at);
      }
      at += next - begin;
      begin = next;
    }
  }
  void add_elements(edge const& e, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t at) const {
    while (begin < end) {
      std::ptrdiff_t const p = sizes_.part_of(begin), next = std::min(end, sizes_.end(p));
      e.pieces.push_back({p, begin - sizes_.begin(p), e.part, at, next - begin});
      at += next - begin;
      begin = next;
    }
  }

  part_sizes const& sizes_;
  std::ptrdiff_t left_, right_;
  beyond_ends kind_;
};

/// Copies to[0] to the elements after it.
template <class T>
struct first_repeater {
  T* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const { ::new (static_cast<void*>(to + 1 + i)) T(to[0]); }
};

/// Sets out(p)[i] = f(window of in(p)[i]) for the elements of all parts. `value` is what is beyond
/// the ends if `kind` says so.
template <class T, class Group, class In, class Out, class F>
void transform_windows_of_parts(Group const& group, part_sizes const& sizes, In in, Out out, std::ptrdiff_t left,
                                std::ptrdiff_t right, F f, beyond_ends kind, T const* value) {
  window_plan const plan(sizes, left, right, kind);
  std::vector<std::vector<window_plan::filling>> fillings;
  std::vector<part_piece> const pieces = plan.pieces(fillings);
  part_arrays<T, Group> const edges(
      group, part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) { return plan.edge_size(p); }));
  auto const apply = [&](std::ptrdiff_t p, T const* from, window_plan::run const& run) {
    if (run.n == 0) return;
    auto const windows = thrum::make_sliding_window_iterator(from + run.first, left + 1 + right);
    thrum::transform(group.policy(p), windows, windows + run.n, out(p) + run.element, f);
  };

  failure_guard const failure(group);
  auto exchange = group.template start_exchange<T>(pieces, in, [&](std::ptrdiff_t p) { return edges.data(p); });
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0) apply(p, in(p), plan.inner(p));
  });
  exchange.finish();
  group.run([&](std::ptrdiff_t p) {
    for (window_plan::filling const& x : fillings[static_cast<std::size_t>(p)]) {
      T* const to = edges.data(p) + x.at;
      if (kind == beyond_ends::value) thrum::fill(group.policy(p), to, to + x.n, *value);
      else if (kind == beyond_ends::last_element && x.n > 1)
        group.policy(p).for_each_n(x.n - 1, first_repeater<T>{to}, default_grain);
    }
    for (window_plan::run const& run : plan.outer(p)) apply(p, edges.data(p), run);
  });
  group.finish();
}

}  // namespace thrum::detail
