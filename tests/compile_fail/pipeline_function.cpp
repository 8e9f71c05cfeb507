// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/lazy.h>
#include <string>
#include <vector>

struct doubled_in_pipeline {
  int operator()(int x) const { return 2 * x; }
};

#if defined(CONTROL)
using element_of_pipeline = int;
#else
using element_of_pipeline = std::string;
#endif

int sum_of_doubled(std::vector<element_of_pipeline> const& v) {
  return v | thrum::lazy::transform(doubled_in_pipeline{}) | thrum::lazy::reduce(thrum::seq, 0);
}
