// EXPECT: the length of this range is not known
#include <thrum/for_each.h>
#include <cstddef>

/// The end of a range as some views have it: only the comparison with an iterator finds it.
struct zero {
#if defined(CONTROL)
  friend std::ptrdiff_t operator-(zero, int const*) { return 10; }
  friend std::ptrdiff_t operator-(int const*, zero) { return -10; }
#endif
  friend bool operator==(int const* it, zero) { return *it == 0; }
};

struct ignore_it {
  void operator()(int) const {}
};
void visit(int const* text) { thrum::for_each(thrum::seq, text, zero(), ignore_it()); }
