// validator: the check that a type is a memory resource, reported as one line of error.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/containers/pointer.h>
#include <type_traits>

namespace thrum {
namespace mr {

/// Fails to compile unless MR is a memory resource: thrum's, Thrust's or std::pmr's shape.
template <class MR>
struct validator {
  static constexpr bool is_resource = detail::memory_resource_like<MR>;  // a name makes the error short
  static_assert(is_resource,
                "thrum: a memory resource needs allocate(bytes, alignment) and deallocate(p, bytes, alignment)");
};

}  // namespace mr

namespace detail {

/// The memory space that a resource says that its memory is in.
template <class R>
struct declared_space {
  using type = unspecified_space;
};
template <class R>
  requires requires { typename R::memory_space; }
struct declared_space<R> {
  using type = typename R::memory_space;
};
template <class R>
using declared_space_t = typename declared_space<R>::type;

/// The memory space of a resource for a container: the host's unless the resource declares one.
template <class R>
using resource_space_t =
    std::conditional_t<std::is_same_v<declared_space_t<R>, unspecified_space>, host_space, declared_space_t<R>>;

/// The pointer to void of a resource: its own type if it has one; otherwise, if a raw pointer could
/// not be dereferenced, a pointer that knows its space.
template <class R>
struct resource_pointer {
  using space = resource_space_t<R>;
  using type = std::conditional_t<proxied<space>, tagged_pointer<void, space>, void*>;
};
template <class R>
  requires requires { typename R::pointer; }
struct resource_pointer<R> {
  using type = typename R::pointer;
};
template <class R>
using resource_pointer_t = typename resource_pointer<R>::type;

/// Returns whether a can take back memory that b gave.
template <class R>
bool same_resource(R const& a, R const& b) noexcept {
  if constexpr (requires { a.is_equal(b); })
    return __builtin_addressof(a) == __builtin_addressof(b) || a.is_equal(b);
  else return __builtin_addressof(a) == __builtin_addressof(b);
}

}  // namespace detail
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
