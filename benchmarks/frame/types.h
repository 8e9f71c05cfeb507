// The elements of the benchmarks, and random bits, on the host and on a device.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstdint>

/// A record of sixteen bytes, ordered by the key alone.
struct record {
  std::int64_t key;
  std::int64_t payload;
  THRUM_HD friend bool operator==(record const& a, record const& b) {
    return a.key == b.key && a.payload == b.payload;
  }
  THRUM_HD friend bool operator<(record const& a, record const& b) { return a.key < b.key; }
  THRUM_HD friend bool operator>(record const& a, record const& b) { return a.key > b.key; }
};

/// The name of a type in the name of a row. A family with types of its own specialises it.
template <class T>
constexpr char const* type_name = nullptr;
template <>
inline constexpr char const* type_name<std::int32_t> = "int32";
template <>
inline constexpr char const* type_name<std::int64_t> = "int64";
template <>
inline constexpr char const* type_name<std::uint64_t> = "uint64";
template <>
inline constexpr char const* type_name<float> = "float";
template <>
inline constexpr char const* type_name<double> = "double";
template <>
inline constexpr char const* type_name<record> = "record";

/// Returns random bits: the i-th word of a stream.
THRUM_HD constexpr std::uint64_t random_word(std::uint64_t stream, std::uint64_t i) {
  std::uint64_t x = (stream << 40) + (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
