// device_ptr, device_reference, the raw casts, and memory by device_malloc and device_new.
#include <doctest/doctest.h>
#include <thrum/device_delete.h>
#include <thrum/device_free.h>
#include <thrum/device_malloc.h>
#include <thrum/device_new.h>
#include <thrum/device_ptr.h>
#include <thrum/device_reference.h>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/memory.h>
#include <thrum/unified_vector.h>
#include <thrum/universal_vector.h>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using thrum::device_ptr;
using thrum::device_reference;
using host_pointer = thrum::pointer<int, thrum::host_space>;

static_assert(std::contiguous_iterator<host_pointer>);
static_assert(std::contiguous_iterator<thrum::pointer<int const, thrum::unified_space<>>>);
static_assert(std::random_access_iterator<device_ptr<int>>);
static_assert(std::random_access_iterator<device_ptr<std::pair<int, float> const>>);
static_assert(std::output_iterator<device_ptr<double>, double>);
static_assert(std::sized_sentinel_for<device_ptr<int const>, device_ptr<int>>);
static_assert(std::is_trivially_copyable_v<device_ptr<int>>);
static_assert(std::is_same_v<std::iterator_traits<host_pointer>::reference, int&>);
static_assert(std::is_same_v<std::iterator_traits<device_ptr<int>>::reference, device_reference<int>>);
static_assert(std::is_same_v<std::pointer_traits<device_ptr<int>>::rebind<char>, device_ptr<char>>);
static_assert(std::is_convertible_v<device_ptr<int>, device_ptr<int const>>);
static_assert(std::is_convertible_v<device_ptr<int>, device_ptr<void>>);
static_assert(!std::is_convertible_v<device_ptr<int const>, device_ptr<int>>);
static_assert(!std::is_convertible_v<device_ptr<void>, device_ptr<int>>);
static_assert(!std::is_convertible_v<int*, device_ptr<int>>);
static_assert(!std::is_constructible_v<device_ptr<int>, host_pointer>);
static_assert(std::is_same_v<thrum::memory_space_t<device_ptr<int>>, thrum::device_space<>>);
static_assert(!std::is_assignable_v<device_reference<int const> const&, int>);

namespace {

/// A type like std::complex: operands do not convert to it.
template <class T>
struct basic_offset {
  T value;
  template <class U>
  basic_offset& operator+=(basic_offset<U> const& other) {
    value += other.value;
    return *this;
  }
};
using offset = basic_offset<int>;

}  // namespace

TEST_CASE("a pointer is an iterator like a raw pointer") {
  int values[] = {3, 1, 2};
  host_pointer p(values);
  CHECK(p.get() == values);
  CHECK(p.unwrapped() == values);
  CHECK(std::to_address(p) == values);
  CHECK(thrum::raw_pointer_cast(p) == values);
  CHECK(p[2] == 2);
  CHECK(*++p == 1);
  CHECK(*p++ == 1);
  CHECK(*p-- == 2);
  CHECK(*--p == 3);
  CHECK(*(2 + p) == 2);
  host_pointer const last = p + 3;
  thrum::pointer<int const, thrum::host_space> const first = p;
  CHECK(last - first == 3);
  CHECK(first < last);
  CHECK(first <= p);
  CHECK(last > first);
  CHECK(last >= first);
  CHECK((first <=> last) < 0);
  CHECK(first == p);
  CHECK(first != last);
  CHECK(host_pointer() == nullptr);
  CHECK_FALSE(host_pointer(nullptr));
  CHECK(p != nullptr);
  std::sort(p, last);
  CHECK(values[0] == 1);
  CHECK(values[2] == 3);
  struct point {
    int x;
  } one{7};
  CHECK(thrum::pointer<point, thrum::host_space>(&one)->x == 7);
  CHECK(std::pointer_traits<host_pointer>::pointer_to(values[1]) == p + 1);
}

TEST_CASE("a pointer of a unified vector is a universal_ptr, and becomes a raw one") {
  thrum::universal_vector<int> v{3, 1, 2};
  thrum::universal_vector<int> const& still = v;
  static_assert(std::is_same_v<thrum::universal_vector<int>::pointer, thrum::universal_ptr<int>>);
  static_assert(std::is_same_v<thrum::universal_vector<int>::const_pointer, thrum::universal_ptr<int const>>);
  static_assert(std::is_same_v<thrum::host_vector<int>::pointer, int*>);
  thrum::universal_ptr<int> const p = v.data();
  thrum::universal_ptr<int const> const q = still.data();
  int* const raw = v.data();
  void const* const anywhere = still.data();
  CHECK(p == raw);
  CHECK(raw == p);
  CHECK(p == q);
  CHECK(anywhere == raw);
  CHECK(p[2] == 2);
  CHECK(*(v.data() + 1) == 1);
  CHECK(1 + p - raw == 1);
  CHECK((p ? 1 : 0) + (!p ? 1 : 0) == 1);
  static_assert(!std::is_convertible_v<thrum::pointer<int, thrum::host_space>, int*>);
  static_assert(!std::is_convertible_v<device_ptr<int>, int*>);
  static_assert(!std::is_convertible_v<int*, thrum::universal_ptr<int>>);
  CHECK(std::span(v.data(), 3)[1] == 1);
}

TEST_CASE("elements of device memory are read and written through references") {
  thrum::device_vector<int> v{10, 20, 30};
  device_ptr<int> const p = v.data();
  CHECK(thrum::device_pointer_cast(thrum::raw_pointer_cast(p)) == p);
  CHECK(thrum::device_pointer_cast(p) == p);
  device_reference<int> const r = *p;
  CHECK(&r == p);
  CHECK(r == 10);
  r = 11;
  CHECK(v[0] == 11);
  v[0] = v[1];
  CHECK(v[0] == 20);
  r += 5;
  r -= 1;
  r *= 4;
  r /= 3;
  CHECK(r == 32);
  r %= 20;
  r <<= 2;
  r >>= 1;
  r |= 1;
  r &= 0x1f;
  r ^= 2;
  CHECK(r == 27);
  CHECK(++r == 28);
  CHECK(r++ == 28);
  CHECK(--r == 28);
  CHECK(r-- == 28);
  CHECK(r == 27);
  thrum::device_vector<double> const d{2.5};
  v[1] = d[0];
  CHECK(v[1] == 2);
  device_reference<int const> const constant = r;
  CHECK(constant == 27);
  std::ostringstream out;
  out << v[2] << ' ' << constant;
  CHECK(out.str() == "30 27");
  std::ostringstream address, raw_address;
  address << p;
  raw_address << static_cast<void const*>(p.get());
  CHECK(address.str() == raw_address.str());
  CHECK(&thrum::raw_reference_cast(r) == p.get());
  int host = 3;
  CHECK(&thrum::raw_reference_cast(host) == &host);
}

TEST_CASE("what stands right of a compound assignment, or in a stream, is converted") {
  thrum::device_vector<offset> v{offset{1}, offset{20}};
  v[0] += v[1];
  CHECK(offset(v[0]).value == 21);
  v[0] += offset{4};
  CHECK(offset(v[0]).value == 25);
  thrum::device_vector<float> f{1.5F, 2};
  f[0] += 1;
  f[0] *= 2.5;
  f[0] -= f[1];
  CHECK(f[0] == 4.25F);
  thrum::device_vector<char> c{'a'};
  c[0] += 2;
  CHECK(c[0] == 'c');
  std::istringstream in("7 8.5 no");
  thrum::device_vector<int> d(3);
  CHECK((in >> d[1] >> f[1]).good());
  CHECK(d.to_host() == std::vector<int>{0, 7, 0});
  CHECK(f[1] == 8.5F);
  CHECK((in >> d[2]).fail());
}

TEST_CASE("references in device memory exchange their elements") {
  thrum::device_vector<int> v{1, 2, 3, 4};
  auto a = v[0];
  auto b = v[3];
  std::swap(a, b);
  CHECK(v.to_host() == std::vector<int>{4, 2, 3, 1});
  swap(v[1], v[2]);
  CHECK(v.to_host() == std::vector<int>{4, 3, 2, 1});
  std::iter_swap(v.begin(), v.begin() + 1);
  CHECK(v.to_host() == std::vector<int>{3, 4, 2, 1});
  v[0].swap(v[3]);
  CHECK(v.to_host() == std::vector<int>{1, 4, 2, 3});
  std::sort(v.begin(), v.end());
  CHECK(v.to_host() == std::vector<int>{1, 2, 3, 4});
  std::reverse(v.begin(), v.end());
  CHECK(v.to_host() == std::vector<int>{4, 3, 2, 1});
}

TEST_CASE("device_malloc gives memory that device_free takes") {
  device_ptr<void> const raw = thrum::device_malloc(100);
  CHECK(reinterpret_cast<std::uintptr_t>(raw.get()) % 256 == 0);
  thrum::device_free(raw);
  device_ptr<int> const p = thrum::device_malloc<int>(10);
  thrum::device_new<int>(device_ptr<void>(p), 4, 10);
  CHECK(p[9] == 4);
  thrum::device_free(p);
  thrum::device_free(device_ptr<int>());
  CHECK_THROWS_AS(thrum::device_malloc<int>(SIZE_MAX / 4), std::bad_alloc);
}

TEST_CASE("device_new makes objects that device_delete ends") {
  device_ptr<int> const one = thrum::device_new<int>();
  CHECK(*one == 0);
  thrum::device_delete(one);
  device_ptr<std::size_t> const many = thrum::device_new<std::size_t>(1000);
  CHECK(many[0] == 0);
  CHECK(many[999] == 0);
  thrum::device_delete(many, 1000);
  thrum::device_delete(device_ptr<int>(), 3);
#if !defined(THRUM_WITH_CUDA)
  device_ptr<std::string> const text = thrum::device_new<std::string>(2);
  text[1] = "long enough to own memory of its own, which must be given back";
  thrum::device_delete(text, 2);
#endif
}

TEST_CASE("memory is copied between any two spaces") {
  thrum::host_vector<int> const host{1, 2, 3};
  thrum::device_vector<int> device(3);
  thrum::unified_vector<int> unified(3);
  thrum::host_vector<int> back(3);
  using host_space = thrum::host_space;
  using device_space = thrum::device_space<>;
  using unified_space = thrum::unified_space<>;
  thrum::detail::copy_between<host_space, device_space>(host.data(), 3, device.data().get());
  thrum::detail::copy_between<device_space, unified_space>(device.data().get(), 3, unified.data().get());
  thrum::detail::copy_between<unified_space, host_space>(unified.data().get(), 3, back.data());
  CHECK(back == host);
  thrum::device_vector<int> other(3);
  thrum::detail::copy_between<device_space, device_space>(device.data().get(), 3, other.data().get());
  CHECK(other == host);
}
