// EXPECT: a pipeline needs a random-access range
#include <thrum/lazy.h>
#include <list>
#include <vector>

#if defined(CONTROL)
using container_of_pipeline = std::vector<int>;
#else
using container_of_pipeline = std::list<int>;
#endif

struct is_zero_in_pipeline {
  bool operator()(int x) const { return x == 0; }
};

std::ptrdiff_t zeros(container_of_pipeline const& v) {
  return v | thrum::lazy::filter(is_zero_in_pipeline{}) | thrum::lazy::count(thrum::seq);
}
