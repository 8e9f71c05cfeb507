// EXPECT: a number of elements is an integer, or what converts to one
#include <thrum/fill.h>
#include <vector>

#if defined(CONTROL)
enum size { few = 3 };
constexpr size length = few;
#else
enum class size { few = 3 };
constexpr size length = size::few;
#endif

void clear(std::vector<int>& v) { thrum::fill_n(thrum::seq, v.begin(), length, 0); }
