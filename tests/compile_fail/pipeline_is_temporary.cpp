// EXPECT: a pipeline refers to the elements of its range, and this range is temporary: give it a name
#include <thrum/lazy.h>
#include <utility>
#include <vector>

#if defined(CONTROL)
int sum_of_range(std::vector<int> v) { return v | thrum::lazy::drop(1) | thrum::lazy::reduce(thrum::seq); }
#else
int sum_of_range(std::vector<int> v) {
  return std::move(v) | thrum::lazy::drop(1) | thrum::lazy::reduce(thrum::seq);
}
#endif
