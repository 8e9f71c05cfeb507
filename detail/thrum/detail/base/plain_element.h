// Elements whose copies are copies of their bytes.
#pragma once

#include <type_traits>

namespace thrum::detail {

/// Says whether elements can be copied and assigned as bytes. A trivially copyable type may still
/// be a type that can only be moved.
template <class T>
inline constexpr bool is_plain_element =
    std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T>;

}  // namespace thrum::detail
