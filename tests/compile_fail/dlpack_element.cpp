// EXPECT: DLPack has no such element
#include <thrum/dlpack.h>
#include <utility>
#include <vector>

#if defined(CONTROL)
using element = float;
#else
struct element {
  int a, b;
};
#endif

auto exported(std::vector<element> v) { return thrum::dlpack::export_tensor(std::move(v)); }
