#include <thrum/reduce.h>
#include <thrum/tbb.h>
#include <vector>

int sum(std::vector<int> const& values) { return thrum::reduce(thrum::tbb::par, values.begin(), values.end(), 0); }
