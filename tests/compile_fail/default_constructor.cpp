// EXPECT: without init a sum begins with T\(\), and this type of elements has no default constructor: pass init
#include <thrum/reduce.h>
#include <vector>

struct metres {
  explicit metres(int number) : number(number) {}
  friend metres operator+(metres a, metres b) { return metres(a.number + b.number); }
  int number;
};

#if defined(CONTROL)
metres sum(std::vector<metres> const& v) { return thrum::reduce(v.begin(), v.end(), metres(0)); }
#else
metres sum(std::vector<metres> const& v) { return thrum::reduce(v.begin(), v.end()); }
#endif
