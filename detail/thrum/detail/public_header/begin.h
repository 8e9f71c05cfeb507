// The first line of every public header: remembers whether another public header includes this one.
// What Thrust's header of the same name includes is included only by the outermost header, at its
// end, when no header is half read: see end.h. (There is no #pragma once, because begin.h and end.h
// form a bracket.)
#pragma push_macro("THRUM_INSIDE")
#undef THRUM_INSIDE
#define THRUM_INSIDE

#include <thrum/detail/base/config.h>
