// EXPECT: the length of this range is not known: only a walk finds its end
#include <thrum/ranges/count.h>
#include <ranges>

#if defined(CONTROL)
inline auto const numbers_of_range = std::views::iota(0, 9);
#else
inline auto const numbers_of_range = std::views::iota(0);
#endif

std::ptrdiff_t nines() { return thrum::ranges::count(thrum::seq, numbers_of_range, 9); }
