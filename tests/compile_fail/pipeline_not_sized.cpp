// EXPECT: the length of this range is not known: only a walk finds its end
#include <thrum/lazy.h>
#include <cstddef>

struct end_of_line {
  friend bool operator==(char const* at, end_of_line) { return *at == 0; }
};
struct text_of_pipeline {
  char const* first;
  char const* begin() const { return first; }
#if defined(CONTROL)
  char const* end() const { return first + 1; }
#else
  end_of_line end() const { return {}; }
#endif
};

int sum_of_text(text_of_pipeline const& text) {
  return text | thrum::lazy::take(3) | thrum::lazy::reduce(thrum::seq, 0);
}
