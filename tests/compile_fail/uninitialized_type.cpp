// EXPECT: the elements of this range cannot be constructed from these arguments
#include <thrum/uninitialized_fill.h>
#include <string>
#include <vector>

#if defined(CONTROL)
using element = std::string;
#else
using element = std::vector<char>;
#endif

void make(element* first, element* last) { thrum::uninitialized_fill(thrum::seq, first, last, "one"); }
