// EXPECT: this strided_view has no such axis
#include <thrum/strided_view.h>
#include <thrum/vmap.h>

#if defined(CONTROL)
constexpr int axis = 1;
#else
constexpr int axis = 2;
#endif

auto slices(thrum::strided_view<float, 2> view) { return thrum::slices<axis>(view); }
