// The last line of the headers of algorithms and vectors. As with Thrust's headers, it includes the
// algorithms and iterators that Thrust implements its own with, the policies of the build, and what
// end_with_elements.h includes.
#include <thrum/detail/public_header/end_with_elements.h>

#if !defined(THRUM_INSIDE) && !defined(THRUM_LEAN) && !defined(THRUM_HAS_ALGORITHMS)
#define THRUM_HAS_ALGORITHMS
#define THRUM_INSIDE
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/device_ptr.h>
#include <thrum/equal.h>
#include <thrum/execution_policy.h>
#include <thrum/extrema.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/generate.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/merge.h>
#include <thrum/mismatch.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/device_memory_resource.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/mr/new.h>
#include <thrum/mr/polymorphic_adaptor.h>
#include <thrum/mr/validator.h>
#include <thrum/reduce.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/scan.h>
#include <thrum/scatter.h>
#include <thrum/transform.h>
#include <thrum/type_traits/integer_sequence.h>
#include <thrum/type_traits/is_contiguous_iterator.h>
#include <thrum/type_traits/is_trivially_relocatable.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#undef THRUM_INSIDE
#endif
