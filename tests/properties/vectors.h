// Random operations on the vectors and, for comparison, on a std::vector; also with elements whose
// copies fail.
#pragma once

#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include "choices.h"
#include "property.h"

namespace vectors {

/// The exception of a copy that fails.
struct copy_failed : std::runtime_error {
  copy_failed() : std::runtime_error("no copy") {}
};

/// An element that counts its objects, owns memory, and whose copies fail on demand.
class fragile {
 public:
  static inline std::atomic<std::ptrdiff_t> alive = 0;
  static constexpr std::ptrdiff_t never = PTRDIFF_MAX;
  static inline std::atomic<std::ptrdiff_t> copies_until_failure = never;

  fragile() : fragile(0) {}
  explicit fragile(int v) : value_(new int(v)) { ++alive; }
  fragile(fragile const& other) : fragile(copied(other)) {}
  fragile& operator=(fragile const& other) {
    *value_ = copied(other);
    return *this;
  }
  ~fragile() {
    --alive;
    delete value_;
  }
  friend bool operator==(fragile const& a, fragile const& b) { return *a.value_ == *b.value_; }
  friend bool operator<(fragile const& a, fragile const& b) { return *a.value_ < *b.value_; }

 private:
  static int copied(fragile const& other) {
    if (copies_until_failure != never && copies_until_failure-- == 0) throw copy_failed();
    return *other.value_;
  }
  int* value_;
};

template <class T>
T some_element(choices& c) {
  if constexpr (std::is_same_v<T, fragile>) return fragile(static_cast<int>(c.below(256)));
  else return element_from<T>(c.bits());
}
template <class T>
std::vector<T> some_elements(choices& c) {
  std::vector<T> v;
  for (std::ptrdiff_t i = c.below(c.chance(8) ? 200 : 8); i > 0; --i) v.push_back(some_element<T>(c));
  return v;
}

/// A vector, the std::vector that it has to agree with, and the operations on both.
template <class Vector>
class pair_of_vectors {
  using T = typename Vector::value_type;
  static constexpr bool fails = std::is_same_v<T, fragile>;

 public:
  /// Runs one operation; `strong` says that the operation has no effect if an element fails.
  void step(choices& c) {
    std::size_t const n = model_.size();
    std::ptrdiff_t const at = c.below(std::ssize(model_) + 1);
    std::ptrdiff_t const to = at + c.below(std::ssize(model_) - at + 1);
    auto const other = static_cast<std::size_t>(c.below(c.chance(8) ? 300 : 10));
    bool const inside = static_cast<std::size_t>(at) < n;
    T const x = some_element<T>(c);
    std::ptrdiff_t const operation = c.below(26);
    c.note("operation", operation);
    switch (operation) {
      case 0:
      case 1:
        return both(c, true, [&](auto& v) { v.push_back(x); });
      case 2:
        return both(c, true, [&](auto& v) { v.emplace_back(x); });
      case 3:
        if (n != 0) both(c, true, [&](auto& v) { v.pop_back(); });
        return;
      case 4:
        return both(c, false, [&](auto& v) { v.insert(v.begin() + at, x); });
      case 5:
        return both(c, false, [&](auto& v) { v.emplace(v.begin() + at, x); });
      case 6:
        return both(c, false, [&](auto& v) { v.insert(v.begin() + at, other, x); });
      case 7: {
        auto const range = some_elements<T>(c);
        return both(c, false, [&](auto& v) { v.insert(v.begin() + at, range.begin(), range.end()); });
      }
      case 8:
        return both(c, false, [&](auto& v) { v.insert(v.begin() + at, {x, x, x}); });
      case 9:
        if (inside) both(c, false, [&](auto& v) { v.insert(v.begin() + to, v[static_cast<std::size_t>(at)]); });
        return;
      case 10:
        if (inside) both(c, true, [&](auto& v) { v.push_back(v[static_cast<std::size_t>(at)]); });
        return;
      case 11:
        if (inside) both(c, false, [&](auto& v) { v.erase(v.begin() + at); });
        return;
      case 12:
        return both(c, false, [&](auto& v) { v.erase(v.begin() + at, v.begin() + to); });
      case 13: {
        auto const range = some_elements<T>(c);
        return both(c, false, [&](auto& v) { v.assign(range.begin(), range.end()); });
      }
      case 14:
        return both(c, false, [&](auto& v) { v.assign(other, x); });
      case 15:
        return both(c, false, [&](auto& v) { v.resize(other); });
      case 16:
        return both(c, false, [&](auto& v) { v.resize(other, x); });
      case 17:
        return both(c, true, [&](auto& v) { v.reserve(other); });
      case 18:
        return both(c, true, [&](auto& v) { v.shrink_to_fit(); });
      case 19:
        if (c.chance(4)) both(c, true, [&](auto& v) { v.clear(); });
        return;
      case 20:
        return both(c, true, [&](auto& v) { std::remove_reference_t<decltype(v)>(v).swap(v); });
      case 21:
        return both(c, true, [&](auto& v) {
          auto moved = std::move(v);
          v = std::move(moved);
        });
      case 22: {
        auto const range = some_elements<T>(c);
        return both(c, false,
                    [&](auto& v) { v = std::remove_reference_t<decltype(v)>(range.begin(), range.end()); });
      }
      case 23:
        if (inside)
          both(c, false, [&](auto& v) { v.insert(v.begin() + to, other, v[static_cast<std::size_t>(at)]); });
        return;
      case 24:
        if (inside) both(c, false, [&](auto& v) { v.resize(other, v[static_cast<std::size_t>(at)]); });
        return;
      default: {
        // Assigns through a vector of the other kind.
        thrum::host_vector<T> const host(v_);
        thrum::device_vector<T> device(host);
        v_ = host;
        v_ = device;
        check();
      }
    }
  }

 private:
  template <class Operation>
  void both(choices& c, bool strong, Operation operation) {
    std::ptrdiff_t const others = fragile::alive - in_vectors();
    bool failed = false;
    if constexpr (fails) {
      if (c.chance(6)) {
        fragile::copies_until_failure = c.below(12);
        c.note("copies until failure", fragile::copies_until_failure.load());
      }
    }
    try {
      operation(v_);
    } catch (copy_failed const&) {
      failed = true;
    }
    fragile::copies_until_failure = fragile::never;
    if (!failed) operation(model_);
    else if (!strong) model_ = v_.to_host();
    if (fails) same("elements alive", fragile::alive.load(), others + in_vectors());
    check();
  }
  std::ptrdiff_t in_vectors() const { return static_cast<std::ptrdiff_t>(v_.size() + model_.size()); }
  void check() {
    same("size", v_.size(), model_.size());
    holds("capacity", v_.capacity() >= v_.size());
    holds("empty", v_.empty() == model_.empty());
    same("elements", v_.to_host(), model_);
    holds("==", v_ == Vector(model_) && !(v_ < Vector(model_)));
    if (model_.empty()) return;
    same("front", T(v_.front()), model_.front());
    same("back", T(*v_.rbegin()), model_.back());
    std::size_t const last = model_.size() - 1;
    same("at", T(v_.at(last)), model_[last]);
  }

  Vector v_;
  std::vector<T> model_;
};

template <class Vector>
void operations(choices& c) {
  std::ptrdiff_t const alive = fragile::alive;
  {
    pair_of_vectors<Vector> pair;
    for (std::ptrdiff_t steps = c.below(c.chance(4) ? 100 : 12); steps >= 0; --steps) pair.step(c);
  }
  same("elements alive after the vectors", fragile::alive.load(), alive);
}

inline constexpr std::array properties{
    property{"host_vector<fragile>", operations<thrum::host_vector<fragile>>},
    property{"device_vector<fragile>", operations<thrum::device_vector<fragile>>},
    property{"device_vector<string>", operations<thrum::device_vector<std::string>>},
    property{"device_vector<int16>", operations<thrum::device_vector<std::int16_t>>}};

}  // namespace vectors
