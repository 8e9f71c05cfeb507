// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/transform_scan.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using output = std::string;
#else
using output = int;
#endif

struct join {
  std::string operator()(std::string const& a, std::string const& b) const { return a + b; }
};

void letters(std::vector<int> const& in, std::vector<output>& out) {
  thrum::transform_exclusive_scan(
      thrum::seq, in.begin(), in.end(), out.begin(), [](int n) { return std::string(std::size_t(n), 'x'); },
      std::string(), join{});
}
