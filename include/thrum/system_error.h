// system_error: the standard's exception that carries an error code, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/system/error_code.h>
#include <system_error>

namespace thrum {
namespace system {
using std::system_error;
}
using system::system_error;
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
