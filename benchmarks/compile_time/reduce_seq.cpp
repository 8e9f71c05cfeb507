#include <thrum/reduce.h>
#include <vector>

int sum(std::vector<int> const& values) { return thrum::reduce(thrum::seq, values.begin(), values.end(), 0); }
