// Partition of plain elements within their range, on the host.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/host_blocks.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/flags/copy_divided.h>
#include <thrum/detail/memory/bytes.h>
#include <cstddef>
#include <cstring>

namespace thrum::detail {

/// Writes to each page of [begin, end), which may be new, on the calling thread. If several threads
/// ask the system for the pages of one block of memory side by side, they wait for each other many
/// times as long.
template <class T>
void touch_pages(T* begin, T* end) {
  if (begin == end) return;
  auto* const last = reinterpret_cast<char volatile*>(end) - 1;
  for (auto* p = reinterpret_cast<char volatile*>(begin); p < last; p += huge_page) *p = 0;
  *last = 0;
}

/// Moves the accepted elements of a stretch to the front, and the others into `buffer`, after those
/// of earlier stretches. If there are not enough free elements before the stretch, the accepted
/// elements wait in `buffer` after the rejected ones. Rejected elements at the end of the range
/// stay where they are. Returns the index at which these begin.
template <class B, class T>
std::ptrdiff_t divide_stretch(flagged_stretch<B> const& stretch, std::ptrdiff_t n, T* first, T* buffer) {
  std::ptrdiff_t const before = stretch.accepted_before(), accepted = stretch.accepted();
  std::ptrdiff_t end = stretch.begin + stretch.length;
  bool const in_front = accepted <= stretch.begin;
  T* const to = in_front ? first + before : buffer + (end - accepted);
  if (end == n) {
    for (std::ptrdiff_t t = stretch.tiles(); t > 0 && stretch.tile(t - 1).accepted == 0; --t) {
      end = stretch.tile(t - 1).begin;
    }
  }
  detail::touch_pages(buffer + (stretch.begin - before), buffer + (end - (in_front ? accepted : before)));
  stretch.for_each_tile([=](flagged_tile const& tile) {
    if (tile.stays() || tile.begin >= end) return;
    detail::copy_plain_divided(first + tile.begin, tile.flags, tile.size, tile.accepted,
                               to + (tile.accepted_before - before), buffer + (tile.begin - tile.accepted_before));
  });
  if (!in_front) {
    stretch.for_each_tile([=](flagged_tile const& tile) {
      if (tile.stays()) return;
      detail::copy_all(to + (tile.accepted_before - before), tile.accepted, first + tile.accepted_before);
    });
  }
  return end;
}

/// Returns how many elements of a tile come before the first one that is not accepted.
inline std::ptrdiff_t accepted_in_front(flagged_tile const& tile) {
  void const* const other = std::memchr(tile.flags, 0, static_cast<std::size_t>(tile.size));
  return other == nullptr ? tile.size : static_cast<unsigned char const*>(other) - tile.flags;
}

/// A partition of plain elements on the host, from left to right. The accepted elements move to the
/// front. The others stay where they are as long as no accepted element follows; then they are
/// moved aside, until all accepted elements are known.
template <class B, class T>
class plain_partition {
 public:
  plain_partition(B const& exec, T* first, std::ptrdiff_t n, T* buffer)
      : exec_(exec), first_(first), n_(n), buffer_(buffer) {}

  void divide(flagged_tile const& tile) {
    if (!stay_divided(tile.begin, tile, tile.accepted_before + tile.accepted)) {
      if (!tile.stays()) divided_copy<T*, T*, T*>{first_, first_, buffer_}(tile);
    }
    accepted_ = tile.accepted_before + tile.accepted;
    divided_ = tile.begin + tile.size;
  }
  void divide(flagged_stretch<B> const& stretch) {
    std::ptrdiff_t t = 0;
    while (t < stretch.tiles() - 1 && stretch.tile(t).stays()) ++t;
    if (stay_divided(stretch.begin, stretch.tile(t), stretch.accepted()))
      divided_ = stretch.begin + stretch.length;
    else divided_ = detail::divide_stretch(stretch, n_, first_, buffer_);
    accepted_ = stretch.accepted();
  }
  /// Moves the elements back that are aside, and returns how many are accepted.
  std::ptrdiff_t finish() const {
    if (is_aside_) detail::copy_bytes<B, T>(exec_, buffer_, divided_ - accepted_, first_ + accepted_);
    return accepted_;
  }
  /// Does so on the calling thread, after an exception.
  void put_back() const {
    if (is_aside_) detail::copy_all(buffer_, divided_ - accepted_, first_ + accepted_);
  }

 private:
  /// Returns whether the next elements, from `begin` on, are divided where they are. `tile` is
  /// their first tile that has an element that is not accepted, or the last one; `accepted` counts
  /// the accepted elements up to their end. If they are not divided, moves the others before
  /// `begin` aside.
  bool stay_divided(std::ptrdiff_t begin, flagged_tile const& tile, std::ptrdiff_t accepted) {
    if (is_aside_) return false;
    bool const has_rejected = divided_ != accepted_;
    if (accepted == (has_rejected ? accepted_ : tile.accepted_before + detail::accepted_in_front(tile)))
      return true;
    if (has_rejected) {
      detail::touch_pages(buffer_, buffer_ + (begin - accepted_));
      detail::copy_bytes<B, T>(exec_, first_ + accepted_, begin - accepted_, buffer_);
    }
    is_aside_ = true;
    return false;
  }

  B const& exec_;
  T* const first_;
  std::ptrdiff_t const n_;
  T* const buffer_;
  // The elements before divided_ are accepted and in front, or others, after these or aside.
  std::ptrdiff_t accepted_ = 0, divided_ = 0;
  bool is_aside_ = false;
};

/// Partitions plain elements on the host.
template <class B, class T, class P>
std::ptrdiff_t partition_plainly(B const& exec, T* first, std::ptrdiff_t n, P accept) {
  scratch_array<T, B> const memory(exec, n);
  auto const partition_by = [&](auto const& policy, auto for_parts) {
    plain_partition elements(policy, first, n, memory.data());
    try {
      for_parts([&](auto const& part) { elements.divide(part); });
    } catch (...) {  // accept has thrown: no element is lost
      elements.put_back();
      throw;
    }
    return elements.finish();
  };
  return detail::alone_or_together(
      exec, n, flagged_tile_size,
      [&] {
        return partition_by(seq_policy{},
                            [&](auto divide) { detail::for_flagged_tiles_in_order(0, n, accept, divide); });
      },
      [&] {
        return partition_by(
            exec, [&](auto divide) { detail::for_flagged_stretches(exec, n, elements_aside<T>, accept, divide); });
      });
}

}  // namespace thrum::detail
