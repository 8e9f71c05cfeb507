// The first line of every public header: remembers whether another public header includes it. What Thrust's header of the
// same name brings along comes with the outermost header alone, at its end, when nothing is half read: see end.h.
// (Without #pragma once: it is a bracket.)
#pragma push_macro("THRUM_INSIDE")
#undef THRUM_INSIDE
#define THRUM_INSIDE

#include <thrum/detail/base/config.h>
