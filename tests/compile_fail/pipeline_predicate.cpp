// EXPECT: a predicate or a comparison returns a bool, or what converts to one
#include <thrum/lazy.h>
#include <vector>

struct is_zero_of_pipeline {
#if defined(CONTROL)
  bool operator()(int x) const { return x == 0; }
#else
  void operator()(int) const {}
#endif
};

std::ptrdiff_t zeros_of_pipeline(std::vector<int> const& v) {
  return v | thrum::lazy::filter(is_zero_of_pipeline{}) | thrum::lazy::count(thrum::seq);
}
