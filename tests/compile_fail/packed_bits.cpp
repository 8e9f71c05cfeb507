// EXPECT: elements that share bytes, as those of std::vector<bool> do
// NEEDS: tbb
#include <thrum/tbb.h>
#include <thrum/transform.h>
#include <vector>

#if defined(CONTROL)
using flags = std::vector<char>;
#else
using flags = std::vector<bool>;
#endif

void find_large(std::vector<int> const& in, flags& out) {
  thrum::transform(thrum::seq, in.begin(), in.end(), std::vector<bool>(in.size()).begin(),
                   [](int x) { return x > 100; });
  thrum::transform(thrum::par, in.begin(), in.end(), out.begin(), [](int x) { return x > 100; });
}
