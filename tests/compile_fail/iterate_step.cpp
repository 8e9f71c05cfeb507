// EXPECT: iterate calls step\(policy, current, next\)
#include <thrum/execution_policy.h>
#include <thrum/iterate.h>
#include <vector>

struct step {
#if defined(CONTROL)
  template <class P>
  void operator()(P const&, std::vector<int> const&, std::vector<int>&) const {}
#else
  void operator()(std::vector<int> const&, std::vector<int>&) const {}
#endif
};

void call(std::vector<int>& a, std::vector<int>& b) { thrum::iterate(thrum::seq, 10, a, b, step{}); }
