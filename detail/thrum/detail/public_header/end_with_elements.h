// The last line of the headers of elements, iterators, memory and random numbers. As with Thrust's
// headers, it includes pairs, tuples, function objects, the bases of iterators, and headers of the
// standard library.
#pragma pop_macro("THRUM_INSIDE")

#if !defined(THRUM_INSIDE) && !defined(THRUM_LEAN) && !defined(THRUM_HAS_ELEMENTS)
#define THRUM_HAS_ELEMENTS
#define THRUM_INSIDE
#include <thrum/addressof.h>
#include <thrum/advance.h>
#include <thrum/detail/public_header/standard_headers.h>
#include <thrum/device_reference.h>
#include <thrum/distance.h>
#include <thrum/functional.h>
#include <thrum/iterator/iterator_adaptor.h>
#include <thrum/iterator/iterator_categories.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/iterator_traits.h>
#include <thrum/memory.h>
#include <thrum/pair.h>
#include <thrum/swap.h>
#include <thrum/tuple.h>
#include <thrum/version.h>
#undef THRUM_INSIDE
#endif
