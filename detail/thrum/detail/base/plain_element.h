// Elements whose copies are copies of their bytes.
#pragma once

#include <type_traits>

namespace thrum::detail {

/// Whether elements are copied and assigned as their bytes. A type that is trivially copyable may still be one that is only
/// moved.
template <class T>
inline constexpr bool is_plain_element =
    std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T>;

}  // namespace thrum::detail
