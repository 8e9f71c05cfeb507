// EXPECT: a mean or a variance is of numbers: these elements are of another type
#include <thrum/host_vector.h>
#include <thrum/mean.h>
#include <string>

#if defined(CONTROL)
using element = float;
#else
using element = std::string;
#endif

auto mean_of(thrum::host_vector<element> const& v) { return thrum::mean(v.begin(), v.end()); }
