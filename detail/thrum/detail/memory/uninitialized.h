// Construction of objects in memory that holds none yet, and the clean-up if one cannot be made.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/memory/bytes.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Says whether an unwrapped iterator refers to objects in memory.
template <class O>
inline constexpr bool refers_to_objects = std::is_lvalue_reference_v<std::iter_reference_t<O>>;

/// Makes the object out[i] from a value. If out refers to its elements in another way, as a zip
/// does, the value is assigned: such elements are plain ones.
THRUM_EXEC_CHECK_DISABLE
template <class O, class V>
THRUM_HD void make_element(O const& out, std::ptrdiff_t i, V&& value) {
  if constexpr (refers_to_objects<O>) {
    using T = std::iter_value_t<O>;
    ::new (static_cast<void*>(__builtin_addressof(out[i]))) T(static_cast<T>(std::forward<V>(value)));
  } else {
    detail::store(out[i], std::forward<V>(value));
  }
}

// Function objects that make element i. is_noexcept says that making it cannot throw.
template <class I, class O>
struct element_copier {
  I first;
  O out;
  static constexpr bool is_noexcept =
      std::is_pointer_v<I> && std::is_nothrow_constructible_v<std::iter_value_t<O>, std::iter_reference_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { detail::make_element(out, i, first[i]); }
};
template <class I, class O>
struct element_mover {
  I first;
  O out;
  static constexpr bool is_noexcept =
      std::is_pointer_v<I> && std::is_nothrow_constructible_v<std::iter_value_t<O>, moved_element_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    detail::make_element(out, i, detail::moved_element(first, i));
  }
};
template <class T, class O>
struct value_copier {
  T value;
  O out;
  static constexpr bool is_noexcept =
      std::is_nothrow_copy_constructible_v<T> && std::is_nothrow_constructible_v<std::iter_value_t<O>, T const&>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { detail::make_element(out, i, value); }
};
template <class O>
struct default_initializer {
  O out;
  using T = std::iter_value_t<O>;
  static constexpr bool is_noexcept = std::is_nothrow_default_constructible_v<T>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if constexpr (refers_to_objects<O>) ::new (static_cast<void*>(__builtin_addressof(out[i]))) T;
  }
};
template <class O>
struct value_initializer {
  O out;
  using T = std::iter_value_t<O>;
  static constexpr bool is_noexcept = std::is_nothrow_default_constructible_v<T>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if constexpr (refers_to_objects<O>) ::new (static_cast<void*>(__builtin_addressof(out[i]))) T();
    else detail::store(out[i], T());
  }
};
/// A function object that destroys element i.
template <class O>
struct element_destroyer {
  O first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    using T = std::iter_value_t<O>;
    first[i].~T();
  }
};

/// Makes the elements [begin, end). If one cannot be made, destroys those before it.
template <class O, class Make>
void make_or_none(O out, std::ptrdiff_t begin, std::ptrdiff_t end, Make const& make) {
  std::ptrdiff_t i = begin;
  try {
    for (; i < end; ++i) make(i);
  } catch (...) {
    while (i > begin) element_destroyer<O>{out}(--i);
    throw;
  }
}

/// A function object that makes a tile of elements and marks the tile as complete once all of them
/// exist.
template <class O, class Make>
struct tile_maker {
  O out;
  Make make;
  std::ptrdiff_t n, tile;
  unsigned char* complete;
  void operator()(std::ptrdiff_t t) const {
    std::ptrdiff_t const begin = t * tile;
    detail::make_or_none(out, begin, detail::least(n, begin + tile), make);
    complete[t] = 1;
  }
};

/// A function object that destroys a tile if it is complete.
template <class O>
struct tile_destroyer {
  O out;
  std::ptrdiff_t n, tile;
  unsigned char* complete;
  void operator()(std::ptrdiff_t t) const {
    if (complete[t] == 0) return;
    complete[t] = 0;
    for (std::ptrdiff_t i = t * tile; i < detail::least(n, (t + 1) * tile); ++i) element_destroyer<O>{out}(i);
  }
};

/// Makes n elements in parallel. If one cannot be made, its task destroys what it has made of its
/// tile. Once all tasks have ended, the complete tiles are destroyed, in parallel, too.
template <class B, class O, class Make>
void make_tiles_or_none(B const& exec, O out, std::ptrdiff_t n, Make make) {
  constexpr std::ptrdiff_t tile = 256;
  if (n <= tile) return detail::make_or_none(out, 0, n, make);
  std::ptrdiff_t const tiles = (n - 1) / tile + 1;
  scratch_array<unsigned char, B> const complete(exec, tiles);
  for (std::ptrdiff_t t = 0; t < tiles; ++t) complete[t] = 0;
  try {
    exec.for_each_n(tiles, tile_maker<O, Make>{out, make, n, tile, complete.data()}, 1);
  } catch (...) {
    tile_destroyer<O> const destroy{out, n, tile, complete.data()};
    try {
      exec.for_each_n(tiles, destroy, 1);
    } catch (...) {  // no memory for tasks
      for (std::ptrdiff_t t = 0; t < tiles; ++t) destroy(t);
    }
    throw;
  }
}

/// Makes n elements, or none if one of them cannot be made.
THRUM_EXEC_CHECK_DISABLE
template <class B, class O, class Make>
THRUM_HD void make_elements(B const& exec, O out, std::ptrdiff_t n, Make make) {
  constexpr bool runs_on_host = backend_traits<B>::runs_on_host;
  if constexpr (Make::is_noexcept || std::is_trivially_destructible_v<std::iter_value_t<O>> || !runs_on_host) {
    exec.for_each_n(n, std::move(make), default_grain);
  } else {
#if defined(__CUDA_ARCH__)
    exec.for_each_n(n, std::move(make), default_grain);
#else
    if constexpr (backend_traits<B>::is_serial) detail::make_or_none(out, 0, n, make);
    else detail::make_tiles_or_none(exec, out, n, std::move(make));
#endif
  }
}

/// Makes n elements from those from first on, by copying bytes if that is equivalent.
THRUM_EXEC_CHECK_DISABLE
template <template <class, class> class Make, class B, class I, class O>
THRUM_HD void make_elements_of(B const& exec, I first, std::ptrdiff_t n, O out) {
  if constexpr (detail::copies_bytes<B, I, O>()) detail::copy_bytes<B, std::iter_value_t<O>>(exec, first, n, out);
  else detail::make_elements(exec, out, n, Make<I, O>{first, out});
}

/// Makes n elements from a value, by filling bytes if that is equivalent.
THRUM_EXEC_CHECK_DISABLE
template <class B, class O, class T>
THRUM_HD void make_elements_of_value(B const& exec, O out, std::ptrdiff_t n, T const& value) {
  if constexpr (detail::fills_bytes<B, O, T>()) {
    using element = std::iter_value_t<O>;
    detail::fill_bytes<B, element>(exec, out, n, static_cast<element>(value));
  } else {
    detail::make_elements(exec, out, n, value_copier<T, O>{value, out});
  }
}

/// Checks that objects can be constructed from these arguments in the memory of an iterator.
template <class B, class O, class... Args>
THRUM_HD constexpr bool valid_storage() {
  using unwrapped = unwrapped_t<O>;
  using T = std::iter_value_t<unwrapped>;
  constexpr bool constructible = std::is_constructible_v<T, Args...>;
  static_assert(constructible, "thrum: the elements of this range cannot be constructed from these arguments");
  if constexpr (refers_to_objects<unwrapped>) {
    constexpr bool is_mutable = !std::is_const_v<std::remove_reference_t<std::iter_reference_t<unwrapped>>>;
    static_assert(is_mutable, "thrum: objects are constructed in memory that is not const");
    return constructible && is_mutable;
  } else {
    constexpr bool plain = std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>;
    static_assert(plain,
                  "thrum: objects are constructed through iterators that refer to them: this one gives proxies, "
                  "which serve trivially copyable elements alone");
    if constexpr (constructible && plain) return detail::valid_output<B, O, T>();
    else return false;
  }
}

/// Checks that the objects of an iterator can be destroyed.
template <class O>
THRUM_HD constexpr bool valid_to_destroy() {
  using unwrapped = unwrapped_t<O>;
  constexpr bool destructible =
      refers_to_objects<unwrapped> || std::is_trivially_destructible_v<std::iter_value_t<O>>;
  static_assert(destructible,
                "thrum: objects are destroyed through iterators that refer to them: this one gives proxies");
  return destructible;
}

}  // namespace thrum::detail
