// The first include of every benchmark. A program is a family of algorithms. A row of the program
// is family / type / n / distribution / contender, and times one call.
//
//   template <class T>
//   void copy_if_rows() {
//     rows<T> const row("copy_if", {.bytes = 1.5 * sizeof(T)});
//     BENCHMARK_ALL(row, copy_if, v.in.begin(), v.in.end(), v.out.begin(), positive{})
//     row("another library", [](auto& v) { return another::filter(v.in, v.out, positive{}); });
//   }
//   void add_rows() {
//     for_numbers([]<class T>() { copy_if_rows<T>(); });
//   }
//
// See transforms.cpp for a whole program, frame/data.h for types, distributions and workspaces (an
// in_place<T> for calls that change their input; a family may have its own), frame/rows.h for what
// a row may state, and frame/peers.h for the contenders. Keep a program small, with two or three
// algorithms: the peers' headers are slow to compile.
#pragma once

#include "frame/peers.h"  // has to come first: the reason is there

#include "frame/rows.h"
