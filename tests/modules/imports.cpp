// A program that imports the module, and whose other file (includes.cpp) includes headers.
#include <cstdio>
#include <vector>
import thrum;

int from_headers(std::vector<int> const& v);

int main() {
  std::vector<int> v{3, 1, 2};
  thrum::sort(thrum::host, v.begin(), v.end(), thrum::greater<int>());
  thrum::ranges::sort(v, {}, [](int x) { return -x; });

  thrum::device_vector<int> d(v.begin(), v.end());
  using namespace thrum::placeholders;
  thrum::transform(d.begin(), d.end(), d.begin(), _1 * 2 + 1);
  auto const zipped = thrum::make_zip_iterator(d.begin(), thrum::counting_iterator<int>(0));
  auto const [element, index] = *(zipped + 2);

  int const sum = thrum::reduce(thrum::device, d.begin(), d.end());
  thrum::plus<int> add;
  std::vector<double> averages(1, thrum::mean(thrum::seq, v.begin(), v.end()));
  bool const right = v == std::vector<int>{3, 2, 1} && sum == 15 && element == 3 && index == 2 &&
                     add(sum, 1) == 16 && averages[0] == 2.0 && from_headers(v) == 6;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
