// Sliding windows over split vectors: transform_windows.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/multi_device/windows.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace thrum::multi_device {

/// What transform_windows does where a window reaches beyond the ends of the vector. whole_windows
/// leaves out those windows; periodic continues the vector at its opposite end; clamped repeats its
/// first and its last element; value_beyond(x) has x there.
struct whole_windows_t {};
struct periodic_t {};
struct clamped_t {};
template <class T>
struct value_beyond {
  explicit value_beyond(T x) : value(x) {}
  T value;
};
inline constexpr whole_windows_t whole_windows{};
inline constexpr periodic_t periodic{};
inline constexpr clamped_t clamped{};

/// Sets out[i] = f(w), where w is the window in[i - left], ..., in[i + right], an iterator_range<T
/// const*> as a sliding_window_iterator over one vector has it. Under whole_windows, out[i] keeps
/// its value if there is no such window. out and in are two vectors, split alike.
///
///     // One step of the heat equation on a ring.
///     md::transform_windows(u, next, 1, 1, [=](auto w) { return w[1] + k * (w[0] - 2 * w[1] + w[2]); },
///                           md::periodic);
///
/// Each part gets the elements that its windows need from the parts beside it, from several ones if
/// they are shorter than a window. While these elements are under way, f is called for the windows
/// within the part. Each result has the bits that f gives on one part. A part needs memory for up
/// to 3 (left + right) elements. Throws std::invalid_argument if left or right is negative, or if
/// out is in.
template <class T, class U, class Group, class F, class Ends = whole_windows_t>
void transform_windows(multi_device_vector<T, Group> const& in, multi_device_vector<U, Group>& out,
                       std::ptrdiff_t left, std::ptrdiff_t right, F f, Ends const& ends = {}) {
  using detail::beyond_ends;
  detail::call_over("transform_windows", in, [&] {
    detail::require_alike(in, out);
    if (left < 0 || right < 0) throw std::invalid_argument("thrum: a window has 0 or more elements on each side");
    if (static_cast<void const*>(&in) == static_cast<void const*>(&out))
      throw std::invalid_argument(
          "thrum: transform_windows needs two vectors: windows read what it would overwrite");
    if (in.empty()) return;
    auto const transform = [&](beyond_ends kind, T const* value) {
      detail::transform_windows_of_parts<T>(
          in.group(), in.sizes(), [&](std::ptrdiff_t p) { return static_cast<T const*>(in.data(p)); },
          [&](std::ptrdiff_t p) { return out.data(p); }, left, right, f, kind, value);
    };
    if constexpr (std::is_same_v<Ends, whole_windows_t>) transform(beyond_ends::nothing, nullptr);
    else if constexpr (std::is_same_v<Ends, periodic_t>) transform(beyond_ends::opposite_end, nullptr);
    else if constexpr (std::is_same_v<Ends, clamped_t>) transform(beyond_ends::last_element, nullptr);
    else {
      T const value = static_cast<T>(ends.value);
      transform(beyond_ends::value, &value);
    }
  });
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
