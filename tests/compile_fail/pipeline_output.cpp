// EXPECT: the call writes to a temporary range, and the results are lost: give the range a name
#include <thrum/lazy.h>
#include <utility>
#include <vector>

void write_pipeline(std::vector<int> const& v, std::vector<int> out) {
#if defined(CONTROL)
  v | thrum::lazy::take(3) | thrum::lazy::to(thrum::seq, out);
#else
  v | thrum::lazy::take(3) | thrum::lazy::to(thrum::seq, std::move(out));
#endif
}
