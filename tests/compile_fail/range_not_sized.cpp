// EXPECT: the length of this range is not known: only a walk finds its end
#include <thrum/ranges/count.h>
#include <cstddef>

struct end_of_text {
  friend bool operator==(char const* at, end_of_text) { return *at == 0; }
};
struct text_of_range {
  char const* first;
  char const* begin() const { return first; }
#if defined(CONTROL)
  char const* end() const { return first + 1; }
#else
  end_of_text end() const { return {}; }
#endif
};

std::ptrdiff_t commas(text_of_range text) { return thrum::ranges::count(thrum::seq, text, ','); }
