// The last line of a public header that brings nothing in addition: ends what begin.h began.
// end_with_elements.h and end_with_algorithms.h do the same, and include what Thrust's headers
// include. Under THRUM_LEAN they include nothing in addition.
#pragma pop_macro("THRUM_INSIDE")
