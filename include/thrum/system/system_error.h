// thrum::system_error by Thrust's header.
#pragma once

#include <thrum/system_error.h>
