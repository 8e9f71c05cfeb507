// EXPECT: this algorithm needs random-access iterators
#include <thrum/host_vector.h>
#include <thrum/transform.h>
#include <list>
#include <vector>

#if defined(CONTROL)
using third_input = std::vector<float>;
#else
using third_input = std::list<float>;
#endif

void add_up(thrum::host_vector<float> const& a, thrum::host_vector<float> const& b, third_input const& c,
            thrum::host_vector<float>& out) {
  thrum::transform(thrum::inputs(a.begin(), b.begin(), c.begin()), 3, out.begin(),
                   [](float x, float y, float z) { return x + y + z; });
}
