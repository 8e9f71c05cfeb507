// EXPECT: algorithms take iterators, not containers: pass v.begin\(\), v.end\(\) in place of v
#include <thrum/reduce.h>
#include <iostream>
#include <vector>

#if defined(CONTROL)
void print(std::vector<int>& v) { std::cout << thrum::reduce(v.begin(), v.end()) + 1 << '\n'; }
#else
void print(std::vector<int>& v) { std::cout << thrum::reduce(v) + 1 << '\n'; }
#endif
