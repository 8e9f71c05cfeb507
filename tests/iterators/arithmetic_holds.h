// Checks the operations of random-access iterators that read no element.
#pragma once

template <class I>
constexpr bool arithmetic_holds(I first) {
  I it = first;
  bool good = it == first && !(it != first) && it - first == 0;
  ++it;
  good = good && it != first && first < it && it > first && first <= it && it >= first && it - first == 1;
  it += 4;
  it -= 2;
  good = good && it - first == 3 && first + 3 == it && 3 + first == it && it - 3 == first;
  good = good && it-- - first == 3 && --it - first == 1 && it++ - first == 1 && it - first == 2;
  I copy;
  copy = it;
  return good && copy == it;
}
