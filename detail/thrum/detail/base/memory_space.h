// Memory spaces: where the elements of an iterator live. The tag of the space is part of an
// iterator's type. The tag lets a call without a policy find its system, and lets a policy refuse
// at compile time memory that the policy cannot reach.
#pragma once

#include <thrum/detail/base/config.h>
#include <concepts>
#include <iterator>
#include <type_traits>

#if defined(_GLIBCXX_DEBUG)
#include <memory>
#endif

namespace thrum {

template <class I>
class reverse_iterator;
template <class I>
THRUM_HD constexpr reverse_iterator<I> make_reverse_iterator(I base);  // thrum/iterator/reverse_iterator.h

template <class I>
class checked_iterator;  // thrum/detail/checked/iterator.h

/// The systems that `device` can stand for. A program has one: the first of CUDA, oneTBB and OpenMP
/// that the build enables, otherwise the calling thread. The system is part of the type of device
/// memory, so that object files of different builds do not link.
enum class device_system { seq, tbb, cuda, omp };

#if defined(THRUM_WITH_CUDA)
inline constexpr device_system default_device_system = device_system::cuda;
#elif defined(THRUM_WITH_TBB)
inline constexpr device_system default_device_system = device_system::tbb;
#elif defined(THRUM_WITH_OMP)
inline constexpr device_system default_device_system = device_system::omp;
#else
inline constexpr device_system default_device_system = device_system::seq;
#endif

/// Ordinary memory.
struct host_space {};

/// Memory of the device system: the GPU's memory under CUDA, ordinary memory otherwise.
template <device_system System = default_device_system>
struct device_space {};

/// Memory that host and device both reach: managed memory under CUDA, ordinary memory otherwise.
template <device_system System = default_device_system>
struct unified_space {};

/// The space of elements that are in no memory but computed (counting, constant and discard
/// iterators).
struct any_space {};

/// The space of a raw pointer: ordinary memory if the call names no policy, otherwise whatever the
/// policy reaches.
struct unspecified_space {};

// Thrust's names for three of the spaces.
using any_system_tag = any_space;
using host_system_tag = host_space;
using device_system_tag = device_space<>;

/// Gives the space of an iterator. The space is the iterator's member type `memory_space`, or that
/// member of its category; `unspecified_space` for a raw pointer; the space of the base for a
/// std::reverse_iterator, std::move_iterator or std::counted_iterator; otherwise `host_space`.
/// Specialise memory_space_of for an iterator that cannot be changed.
template <class I>
struct memory_space_of {
  using type = host_space;
};
template <class I>
  requires requires { typename I::memory_space; }
struct memory_space_of<I> {
  using type = typename I::memory_space;
};
template <class I>
  requires(
      !requires { typename I::memory_space; } && requires { typename I::iterator_category::memory_space; })
struct memory_space_of<I> {
  using type = typename I::iterator_category::memory_space;
};
template <class T>
struct memory_space_of<T*> {
  using type = unspecified_space;
};
template <class I>
struct memory_space_of<std::reverse_iterator<I>> : memory_space_of<I> {};
template <class I>
struct memory_space_of<std::move_iterator<I>> : memory_space_of<I> {};
template <class I>
struct memory_space_of<std::counted_iterator<I>> : memory_space_of<I> {};

template <class I>
using memory_space_t = typename memory_space_of<std::remove_cvref_t<I>>::type;

namespace detail {

/// Says whether code on the host's processors may dereference memory of this space.
template <class Space>
inline constexpr bool host_reaches = true;
template <>
inline constexpr bool host_reaches<device_space<device_system::cuda>> = false;

/// Says whether code on a CUDA device may dereference memory of this space.
template <class Space>
inline constexpr bool cuda_reaches =
    std::is_same_v<Space, any_space> || std::is_same_v<Space, unspecified_space> ||
    std::is_same_v<Space, device_space<device_system::cuda>> ||
    std::is_same_v<Space, unified_space<device_system::cuda>>;

/// The result for two spaces that one policy cannot both reach.
struct no_common_space {};

template <class A, class B>
struct common_space_of_two {
  static consteval auto pick() {
    if constexpr (std::is_same_v<A, any_space>) return std::type_identity<B>{};
    else if constexpr (std::is_same_v<A, B> || std::is_same_v<B, any_space>) return std::type_identity<A>{};
    else if constexpr (std::is_same_v<A, unspecified_space>) return std::type_identity<B>{};
    else if constexpr (std::is_same_v<B, unspecified_space>) return std::type_identity<A>{};
    else if constexpr (std::is_same_v<A, no_common_space>) return std::type_identity<A>{};
    else if constexpr (std::is_same_v<A, host_space> && host_reaches<B>) return std::type_identity<A>{};
    else if constexpr (std::is_same_v<B, host_space> && host_reaches<A>) return std::type_identity<B>{};
    else if constexpr (cuda_reaches<A> && cuda_reaches<B>)
      return std::type_identity<device_space<device_system::cuda>>{};
    else if constexpr (host_reaches<A> && host_reaches<B>) return std::type_identity<device_space<>>{};
    else return std::type_identity<no_common_space>{};
  }
  using type = typename decltype(pick())::type;
};

/// The space in which iterators of the given spaces can be used together.
template <class... Spaces>
struct common_space {
  using type = any_space;
};
template <class A>
struct common_space<A> {
  using type = A;
};
template <class A, class B, class... Rest>
struct common_space<A, B, Rest...> : common_space<typename common_space_of_two<A, B>::type, Rest...> {};

template <class... Spaces>
using common_space_t = typename common_space<Spaces...>::type;

template <class I>
inline constexpr bool is_std_reverse = false;
template <class I>
inline constexpr bool is_std_reverse<std::reverse_iterator<I>> = true;

/// Says whether I is a std::reverse_iterator over an iterator with operator[]. That of a std::list
/// is not.
template <class I>
inline constexpr bool is_std_reverse_of_places = false;
template <class I>
inline constexpr bool is_std_reverse_of_places<std::reverse_iterator<I>> = requires(I it) { it[0]; };

template <class I>
inline constexpr bool is_std_counted = false;
template <class I>
inline constexpr bool is_std_counted<std::counted_iterator<I>> = true;

/// Says whether I is a std::move_iterator over elements that are moved by copying them.
template <class I>
inline constexpr bool is_plain_move = false;
template <class I>
inline constexpr bool is_plain_move<std::move_iterator<I>> =
    std::is_trivially_copyable_v<std::iter_value_t<I>> && std::copyable<std::iter_value_t<I>>;

/// Returns an iterator as a backend sees it: a raw pointer for contiguous memory, an adaptor over
/// unwrapped bases for an adaptor with a member unwrapped(), otherwise the iterator itself. One
/// instantiation then serves many types of iterators. Device code meets none of the standard's
/// adaptors, whose members are host functions.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr auto unwrap(I it) {
  if constexpr (std::is_pointer_v<I>) return it;
  else if constexpr (is_plain_move<I> || is_std_counted<I>) return detail::unwrap(it.base());
  else if constexpr (is_std_reverse_of_places<I>) return thrum::make_reverse_iterator(detail::unwrap(it.base()));
  else if constexpr (requires { it.unwrapped(); }) return it.unwrapped();
#if defined(_GLIBCXX_DEBUG)
  // In this mode operator-> refuses the end of a range, and so the beginning of an empty range.
  else if constexpr (std::contiguous_iterator<I>) return std::to_address(it);
#else
  else if constexpr (std::contiguous_iterator<I>)
    return detail::unwrap(it.operator->());  // std::to_address, without <memory>
#endif
  else return it;
}
template <class I>
using unwrapped_t = decltype(detail::unwrap(std::declval<I>()));

/// Says whether an iterator is checked, or is an adaptor over a checked iterator.
template <class I>
inline constexpr bool holds_check = false;
template <template <class...> class Adaptor, class... Parts>
inline constexpr bool holds_check<Adaptor<Parts...>> = (holds_check<Parts> || ...);
template <class I>
inline constexpr bool holds_check<checked_iterator<I>> = true;

/// Returns unwrap(it), but keeps checked iterators checked. For elements whose indices are found in
/// data and so are not known when a call begins.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr auto unwrap_checked(I it) {
  if constexpr (!holds_check<I>) return detail::unwrap(it);
  else if constexpr (requires { it.over_unwrapped(); }) return it.over_unwrapped();
  else return it;
}
template <class I>
using unwrapped_checked_t = decltype(detail::unwrap_checked(std::declval<I>()));

/// The type of argument that a functor receives when an algorithm reads through this iterator.
template <class I>
using element_t = std::iter_reference_t<unwrapped_t<I>>;

}  // namespace detail
}  // namespace thrum
