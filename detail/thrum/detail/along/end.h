// The last line of a public header that includes nothing along with itself: ends what begin.h
// began. elements.h and algorithms.h do the same, and include what Thrust's headers include. Under
// THRUM_LEAN no header includes anything along with itself.
#pragma pop_macro("THRUM_INSIDE")
