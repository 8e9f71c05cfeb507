// EXPECT: lazy::flatten needs elements that are random-access ranges
#include <thrum/lazy.h>
#include <vector>

#if defined(CONTROL)
using element_of_pipeline = std::vector<int>;
#else
using element_of_pipeline = int;
#endif

int sum_of_elements(std::vector<element_of_pipeline> const& v) {
  return v | thrum::lazy::flatten() | thrum::lazy::reduce(thrum::seq, 0);
}
