// EXPECT: elements of a device_vector must be trivially copy-constructible and trivially destructible
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/device_vector.h>
#include <string>

#if defined(CONTROL)
using element = float;
#else
using element = std::string;
#endif

void append(thrum::device_vector<element>& values, element const& value) {
  values.push_back(value);
  values.resize(100);
}
thrum::device_vector<element> make() { return thrum::device_vector<element>(3); }
