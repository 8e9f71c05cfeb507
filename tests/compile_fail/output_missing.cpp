// EXPECT: an iterator is missing before the last argument
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <vector>

#if defined(CONTROL)
void negate(std::vector<int>& v) { thrum::transform(v.begin(), v.end(), v.begin(), thrum::negate<>{}); }
#else
void negate(std::vector<int>& v) { thrum::transform(v.begin(), v.end(), thrum::negate<>{}); }
#endif
