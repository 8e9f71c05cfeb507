// EXPECT: does not convert to the type in which sums are made
#include <thrum/reduce.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using sum = std::string;
#else
using sum = int;
#endif

struct join {
  template <class A, class B>
  std::string operator()(A const&, B const&) const {
    return {};
  }
};

sum joined(std::vector<sum> const& v) { return thrum::reduce(thrum::seq, v.begin(), v.end(), sum(), join{}); }
