#include <thrum/reduce.h>
#include <vector>

int from_headers(std::vector<int> const& v) { return thrum::reduce(thrum::host, v.begin(), v.end()); }
