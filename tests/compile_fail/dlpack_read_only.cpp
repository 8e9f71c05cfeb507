// EXPECT: a managed_tensor cannot say that its elements are read-only
#include <thrum/dlpack.h>
#include <vector>

#if defined(CONTROL)
using tensor = thrum::dlpack::managed_tensor_versioned;
#else
using tensor = thrum::dlpack::managed_tensor;
#endif

auto exported(std::vector<float> const& v) {
  return thrum::dlpack::export_tensor<tensor>(thrum::strided_view(v), 0);
}
