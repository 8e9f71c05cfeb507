// EXPECT: the first argument is neither an iterator nor a policy of thrum
#include <thrum/sort.h>
#include <vector>

namespace other_library {
struct parallel_policy {};
inline constexpr parallel_policy par{};
}  // namespace other_library

#if defined(CONTROL)
void order(std::vector<int>& v) { thrum::sort(thrum::seq, v.begin(), v.end()); }
#else
void order(std::vector<int>& v) { thrum::sort(other_library::par, v.begin(), v.end()); }
#endif
