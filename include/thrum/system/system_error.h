// thrum/system_error.h, under the name of Thrust's other header.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/system_error.h>

#include <thrum/detail/public_header/end_with_elements.h>
