// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/transform.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using result = std::string;
#else
using result = std::vector<char>;
#endif

void digits(std::vector<int> const& in, std::vector<std::string>& out) {
  thrum::transform(thrum::seq, in.begin(), in.end(), out.begin(), [](int x) { return result(1, char('0' + x)); });
}
