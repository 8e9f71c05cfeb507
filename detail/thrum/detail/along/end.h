// The last line of a public header that brings nothing along: ends what begin.h began. elements.h and algorithms.h do the
// same, and bring what Thrust's headers bring. Under THRUM_LEAN no header brings anything along.
#pragma pop_macro("THRUM_INSIDE")
