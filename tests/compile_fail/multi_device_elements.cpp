// EXPECT: what goes from device to device must be trivially copyable and destructible
#include <thrum/multi_device_vector.h>
#include <string>

#if defined(CONTROL)
using element = int;
#else
using element = std::string;
#endif

void make(thrum::device_group const& group) {
  thrum::multi_device_vector<element> const v(group, 10, thrum::no_init);
  static_cast<void>(v.size());
}
