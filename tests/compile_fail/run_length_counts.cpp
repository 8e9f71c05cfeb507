// EXPECT: the counts of run_length_decode have to be integers
#include <thrum/run_length.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using count = int;
#else
using count = std::string;
#endif

void decode(std::vector<int> const& values, std::vector<count> const& counts, std::vector<int>& out) {
  thrum::run_length_decode(thrum::seq, values.begin(), values.end(), counts.begin(), out.begin());
}
