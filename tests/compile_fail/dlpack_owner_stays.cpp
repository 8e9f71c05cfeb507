// EXPECT: the owner of the memory is moved: use std::move
#include <thrum/dlpack.h>
#include <memory>
#include <utility>
#include <vector>

auto exported(std::shared_ptr<std::vector<float>> owner) {
  thrum::strided_view const view(*owner, {2, 3});
#if defined(CONTROL)
  return thrum::dlpack::export_tensor(view, std::move(owner));
#else
  return thrum::dlpack::export_tensor(view, owner);
#endif
}
