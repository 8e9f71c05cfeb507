// EXPECT: the last step of a pipeline takes a policy first
#include <thrum/lazy.h>
#include <vector>

#if defined(CONTROL)
int sum_under_policy(std::vector<int> const& v) {
  return v | thrum::lazy::take(3) | thrum::lazy::reduce(thrum::seq, 0);
}
#else
int sum_under_policy(std::vector<int> const& v) { return v | thrum::lazy::take(3) | thrum::lazy::reduce(0); }
#endif
