// thrum/system_error.h, under the name of Thrust's other header.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/system_error.h>

#include <thrum/detail/along/elements.h>
