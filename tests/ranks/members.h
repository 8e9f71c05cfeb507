// What a communicator's members do, for both kinds of communicators. Each function is called by all ranks.
#pragma once

#include <doctest/doctest.h>
#include <thrum/functional.h>
#include <thrum/ranks/communicator.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace members {

namespace ranks = thrum::ranks;

/// n numbers that differ between ranks.
inline std::vector<int> numbers(int rank, std::ptrdiff_t n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), rank * 1000003);
  return all;
}
/// An element of 12 bytes, which pieces of other lengths cut.
struct triple {
  int a, b, c;
  friend bool operator==(triple const&, triple const&) = default;
};
/// Has no default constructor.
struct wrapped {
  explicit wrapped(long x) : value(x) {}
  long value;
};

/// x -> a * x + b, modulo 2^32. Composition is associative and not commutative.
struct affine {
  std::uint32_t a, b;
  friend bool operator==(affine const&, affine const&) = default;
};
struct then {
  affine operator()(affine const& f, affine const& g) const { return {g.a * f.a, g.a * f.b + g.b}; }
};
inline affine affine_of(int rank, std::size_t i) {
  return {static_cast<std::uint32_t>(2 * rank + 3), static_cast<std::uint32_t>(i) + 7};
}

inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <class C>
void messages(C const& c, std::vector<std::ptrdiff_t> const& lengths) {
  int const p = c.size(), r = c.rank(), right = (r + 1) % p, left = (r - 1 + p) % p;
  for (std::ptrdiff_t const n : lengths) {
    CAPTURE(n);
    auto const mine = numbers(r, n), of_left = numbers(left, n);

    std::vector<int> in(static_cast<std::size_t>(n), -1);
    CHECK(c.send_recv(mine, right, in, left) == left);
    CHECK(in == of_left);
    std::fill(in.begin(), in.end(), -1);
    CHECK(c.send_recv(mine, right, in, ranks::any_rank, 5) == left);
    CHECK(in == of_left);

    // Every second rank sends first: a long message may wait for its receive.
    std::fill(in.begin(), in.end(), -1);
    if (p > 1 && r % 2 == 0) c.send(mine, right, 1);
    if (p > 1 && !(p % 2 == 1 && r == 0)) CHECK(c.recv(in, left, 1) == left);
    if (p > 1 && r % 2 == 1) c.send(mine, right, 1);
    if (p % 2 == 1 && r == 0 && p > 1) CHECK(c.recv(in, left, 1) == left);
    if (p > 1) CHECK(in == of_left);

    // To itself: before the receive.
    c.send(mine, r, 2);
    c.send(mine, r, 2);
    std::fill(in.begin(), in.end(), -1);
    CHECK(c.recv(in, ranks::any_rank, 2) == r);
    CHECK(in == mine);
    CHECK(c.template recv_vector<int>(r, 2) == mine);

    std::fill(in.begin(), in.end(), -1);
    ranks::request receive = c.irecv(in, left, 3), send = c.isend(mine, right, 3);
    while (!receive.ready()) {
    }
    CHECK(receive.source() == left);
    CHECK(in == of_left);
    send.wait();
    send.wait();
    CHECK(send.ready());
    CHECK(send.source() == ranks::any_rank);

    std::vector<std::vector<int>> from_all(index(p), std::vector<int>(static_cast<std::size_t>(n), -1));
    std::vector<ranks::request> requests;
    for (int from = 0; from < p; ++from) requests.push_back(c.irecv(from_all[index(from)], from, 4));
    for (int to = 0; to < p; ++to) requests.push_back(c.isend(mine, to, 4));
    ranks::wait_all(requests);
    for (int from = 0; from < p; ++from) CHECK(from_all[index(from)] == numbers(from, n));

    // Two messages of one rank with one tag come in their order, also through pieces; other tags may overtake.
    auto const second = numbers(r + 17, n);
    ranks::request const a = c.isend(mine, right, 6), b = c.isend(second, right, 6), last = c.isend(r, right, 7);
    CHECK(c.template recv<int>(left, 7) == left);
    CHECK(c.template recv_vector<int>(left, 6) == of_left);
    CHECK(c.template recv_vector<int>(left, 6) == numbers(left + 17, n));
  }

  // A message of any rank: rank 0 gets one of each.
  if (r == 0) {
    std::set<int> sources;
    for (int i = 1; i < p; ++i) {
      std::array<int, 2> pair{};
      int const source = c.recv(pair, ranks::any_rank, 8);
      CHECK(pair[0] == source);
      CHECK(pair[1] == source * source);
      sources.insert(source);
    }
    CHECK(static_cast<int>(sources.size()) == p - 1);
  } else {
    c.send(std::array<int, 2>{r, r * r}, 0, 8);
  }

  // One value, ranges of other kinds, and elements without a default constructor.
  ranks::request const d = c.isend(2.5 * r, right, 9);
  CHECK(c.template recv<double>(left, 9) == 2.5 * left);
  ranks::request const w = c.isend(wrapped(r), right, 10);
  CHECK(c.template recv<wrapped>(left, 10).value == left);
  std::string const text = "rank " + std::to_string(r);
  ranks::request const t = c.isend(text, right, 11);
  auto const letters = c.template recv_vector<char>(left, 11);
  CHECK(std::string(letters.begin(), letters.end()) == "rank " + std::to_string(left));
  ranks::request const moved_from = c.isend(wrapped(5), right, 12);
  CHECK(c.template recv_vector<wrapped>(left, 12).at(0).value == 5);

  ranks::request nothing;
  CHECK(nothing.ready());
  nothing.wait();
  c.barrier();
}

template <class C>
void wrong_lengths(C const& c) {
  int const r = c.rank();
  std::array<int, 3> const three{1, 2, 3};
  std::array<int, 2> two{};
  std::array<int, 4> four{};
  auto const texts = [&](auto call, std::string const& sent, std::string const& expected) {
    try {
      call();
      FAIL_CHECK("no exception");
    } catch (ranks::length_error const& e) {
      std::string const text = e.what();
      CAPTURE(text);
      CHECK(text.find("rank " + std::to_string(r)) != std::string::npos);
      CHECK(text.find(sent) != std::string::npos);
      CHECK(text.find(expected) != std::string::npos);
    }
  };
  c.send(three, r);
  texts([&] { c.recv(two, r); }, "12 bytes", "8 bytes");
  if (c.piece() > 12) {  // the message is still there
    texts([&] { c.recv(four, r); }, "12 bytes", "16 bytes");
    CHECK(c.template recv_vector<int>(r) == std::vector<int>{1, 2, 3});
  } else {
    c.send(three, r);
    texts([&] { c.recv(four, r); }, "12 bytes", "16 bytes");
  }
  if (c.piece() > 16) {
    // (MPICH ends the program, whatever the error handler of the communicator is.)
#if !defined(MPICH)
    c.send(three, r);
    texts([&] { c.irecv(two, r).wait(); }, "more than 8 bytes", "8 bytes");
#endif
    c.send(three, r);
    texts([&] { c.irecv(four, r).wait(); }, "12 bytes", "16 bytes");
    // The messages are gone, and others pass.
    c.send(three, r);
    std::array<int, 3> again{};
    c.irecv(again, r).wait();
    CHECK(again == three);
  }
  c.send(std::string("abc"), r);
  CHECK_THROWS_AS(c.template recv_vector<int>(r), ranks::length_error);
  static_assert(std::is_base_of_v<std::length_error, ranks::length_error>);
  c.barrier();
}

template <class C>
void wrong_arguments(C const& c) {
  int const p = c.size(), r = c.rank();
  int x = 0;
  std::vector<int> all(index(p)), more(index(p) + 1);
  std::vector<std::ptrdiff_t> const ones(index(p), 1), few(index(p) - 1, 1);
  std::vector<std::ptrdiff_t> negative = ones;
  negative.back() = -1;
  std::string const ranks_text = ": the communicator has " + std::to_string(p) + (p == 1 ? " rank" : " ranks");
  std::string const no_rank = "thrum: there is no rank " + std::to_string(p);
  CHECK_THROWS_WITH_AS(c.send(x, p), (no_rank + " to send to" + ranks_text).c_str(), std::invalid_argument);
  CHECK_THROWS_AS(c.send(x, -1), std::invalid_argument);
  CHECK_THROWS_WITH_AS(c.recv(x, p), (no_rank + " to receive from" + ranks_text).c_str(), std::invalid_argument);
  CHECK_THROWS_AS(c.recv(x, -2), std::invalid_argument);
  CHECK_THROWS_AS(c.isend(x, p), std::invalid_argument);
  CHECK_THROWS_AS(c.irecv(x, p), std::invalid_argument);
  CHECK_THROWS_AS(c.template recv<int>(p), std::invalid_argument);
  CHECK_THROWS_AS(c.template recv_vector<int>(p), std::invalid_argument);
  CHECK_THROWS_WITH_AS(c.send(x, r, -1), "thrum: the tag of a message is 0 to 32766, and not -1",
                       std::invalid_argument);
  CHECK_THROWS_AS(c.send(x, r, ranks::tags), std::invalid_argument);
  CHECK_THROWS_AS(c.recv(x, r, ranks::tags), std::invalid_argument);
  CHECK_THROWS_WITH_AS(c.broadcast(x, p), (no_rank + " to be the root" + ranks_text).c_str(),
                       std::invalid_argument);
  CHECK_THROWS_AS(c.gather(x, all, -1), std::invalid_argument);
  CHECK_THROWS_AS(c.reduce(x, thrum::plus<>{}, p), std::invalid_argument);
  CHECK_THROWS_AS(c.with_piece(0), std::invalid_argument);
  CHECK_THROWS_AS(c.split(-1), std::invalid_argument);

  std::string const lengths = " has " + std::to_string(p + 1) + " elements and needs " + std::to_string(p);
  CHECK_THROWS_WITH_AS(c.all_gather(x, more), ("thrum: all_gather: the range all" + lengths).c_str(),
                       std::length_error);
  CHECK_THROWS_AS(c.all_gatherv(x, more, ones), std::length_error);
  CHECK_THROWS_AS(c.all_gatherv(x, all, few), std::length_error);
  CHECK_THROWS_AS(c.all_gatherv(x, all, negative), std::length_error);
  CHECK_THROWS_AS(c.all_gatherv(more, all, ones), std::length_error);
  CHECK_THROWS_AS(c.all_to_all(all, more), std::length_error);
  if (p > 1) CHECK_THROWS_AS(c.all_to_all(more, more), std::length_error);
  CHECK_THROWS_AS(c.all_to_allv(more, ones, all, ones), std::length_error);
  CHECK_THROWS_AS(c.all_to_allv(all, ones, more, ones), std::length_error);
  CHECK_THROWS_AS(c.all_to_allv(all, few, all, ones), std::length_error);
  CHECK_THROWS_AS(c.all_to_allv(all, ones, all, negative), std::length_error);
  CHECK_THROWS_AS(c.all_reduce(all, more, thrum::plus<>{}), std::length_error);
  // At the root: the others' ranges are ignored.
  if (r == 0) {
    CHECK_THROWS_AS(c.gather(x, more, 0), std::length_error);
    CHECK_THROWS_AS(c.gatherv(x, more, ones, 0), std::length_error);
    CHECK_THROWS_AS(c.gatherv(x, all, few, 0), std::length_error);
    CHECK_THROWS_AS(c.scatter(more, x, 0), std::length_error);
    CHECK_THROWS_AS(c.scatterv(more, ones, x, 0), std::length_error);
    CHECK_THROWS_AS(c.scatterv(all, negative, x, 0), std::length_error);
    CHECK_THROWS_AS(c.reduce(all, more, thrum::plus<>{}, 0), std::length_error);
  }
  c.barrier();
}

/// The number of elements of a rank, some of them 0.
inline std::ptrdiff_t share(int rank, std::ptrdiff_t n) { return rank % 3 == 1 ? 0 : n + rank; }

template <class C>
void collectives(C const& c, std::vector<std::ptrdiff_t> const& lengths) {
  int const p = c.size(), r = c.rank();
  for (std::ptrdiff_t const n : lengths) {
    CAPTURE(n);
    auto const mine = numbers(r, n);
    std::vector<int> of_all, of_shares, empty;
    std::vector<std::ptrdiff_t> shares;
    for (int i = 0; i < p; ++i) {
      auto const part = numbers(i, n), its_share = numbers(i, share(i, n));
      of_all.insert(of_all.end(), part.begin(), part.end());
      of_shares.insert(of_shares.end(), its_share.begin(), its_share.end());
      shares.push_back(share(i, n));
    }
    auto const my_share = numbers(r, share(r, n));
    std::vector<std::ptrdiff_t> const no_counts;

    for (int root : {0, p - 1}) {
      std::vector<int> data = r == root ? mine : std::vector<int>(static_cast<std::size_t>(n), -1);
      c.broadcast(data, root);
      CHECK(data == numbers(root, n));
      CHECK(c.broadcast(triple{r, 2 * r, 3}, root) == triple{root, 2 * root, 3});

      std::vector<int> all(r == root ? of_all.size() : 0, -1);
      c.gather(mine, all, root);
      if (r == root) CHECK(all == of_all);
      all.assign(r == root ? of_shares.size() : 0, -1);
      c.gatherv(my_share, all, r == root ? shares : no_counts, root);
      if (r == root) CHECK(all == of_shares);

      std::vector<int> part(static_cast<std::size_t>(n), -1);
      c.scatter(r == root ? of_all : empty, part, root);
      CHECK(part == mine);
      part.assign(my_share.size(), -1);
      c.scatterv(r == root ? of_shares : empty, r == root ? shares : no_counts, part, root);
      CHECK(part == my_share);
    }

    std::vector<int> all(of_all.size(), -1);
    c.all_gather(mine, all);
    CHECK(all == of_all);
    // In place.
    std::fill(all.begin(), all.end(), -1);
    std::copy(mine.begin(), mine.end(), all.begin() + r * n);
    c.all_gather(
        std::span<int const>(all).subspan(index(r) * static_cast<std::size_t>(n), static_cast<std::size_t>(n)),
        all);
    CHECK(all == of_all);
    all.assign(of_shares.size(), -1);
    c.all_gatherv(my_share, all, shares);
    CHECK(all == of_shares);
    std::fill(all.begin(), all.end(), -1);
    auto const begin = std::accumulate(shares.begin(), shares.begin() + r, std::ptrdiff_t{0});
    std::copy(my_share.begin(), my_share.end(), all.begin() + begin);
    c.all_gatherv(std::span<int const>(all).subspan(static_cast<std::size_t>(begin), my_share.size()), all,
                  shares);
    CHECK(all == of_shares);

    // Rank r sends to rank i numbers that tell both.
    auto const between = [&](int from, int to, std::ptrdiff_t count) { return numbers(100 * from + to, count); };
    auto const append = [](std::vector<int>& x, std::vector<int> const& y) {
      x.insert(x.end(), y.begin(), y.end());
    };
    auto const count_between = [&](int from, int to) { return (from + 2 * to) % 3 == 0 ? 0 : n + from + 3 * to; };
    std::vector<int> out, in, expected, out_v, in_v, expected_v;
    std::vector<std::ptrdiff_t> out_counts, in_counts;
    for (int i = 0; i < p; ++i) {
      append(out, between(r, i, n));
      append(expected, between(i, r, n));
      out_counts.push_back(count_between(r, i));
      in_counts.push_back(count_between(i, r));
      append(out_v, between(r, i, out_counts.back()));
      append(expected_v, between(i, r, in_counts.back()));
    }
    in.assign(expected.size(), -1);
    c.all_to_all(out, in);
    CHECK(in == expected);
    in_v.assign(expected_v.size(), -1);
    c.all_to_allv(out_v, out_counts, in_v, in_counts);
    CHECK(in_v == expected_v);

    // Triples, which pieces cut.
    std::vector<triple> const triples(static_cast<std::size_t>(n), triple{r, 1, 2});
    std::vector<triple> all_triples(index(p) * static_cast<std::size_t>(n));
    c.all_gather(triples, all_triples);
    std::ptrdiff_t right = 0;
    for (std::size_t i = 0; i < all_triples.size(); ++i) {
      right += all_triples[i] == triple{static_cast<int>(i / static_cast<std::size_t>(n)), 1, 2};
    }
    CHECK(right == n * p);
  }
  std::vector<long> ranks_of_all(index(p));
  std::iota(ranks_of_all.begin(), ranks_of_all.end(), 0L);
  CHECK(c.all_gather(long{r}) == ranks_of_all);
  CHECK(c.all_gather(wrapped(r)).at(index(p) - 1).value == p - 1);
}

/// A reduction over all ranks against a loop.
template <class T, class C, class Op>
void reduction(C const& c, std::size_t n, Op op, auto value_of) {
  int const p = c.size(), r = c.rank();
  std::vector<T> mine, expected;
  for (std::size_t i = 0; i < n; ++i) {
    mine.push_back(value_of(r, i));
    T sum = value_of(0, i);
    for (int k = 1; k < p; ++k) sum = static_cast<T>(op(sum, value_of(k, i)));
    expected.push_back(sum);
  }
  std::vector<T> out(n, value_of(99, 99));
  c.all_reduce(mine, out, op);
  CHECK(out == expected);
  out = mine;
  c.all_reduce(out, out, op);
  CHECK(out == expected);
  for (int root : {0, p - 1}) {
    out.assign(r == root ? n : 0, value_of(99, 99));
    c.reduce(mine, out, op, root);
    if (r == root) CHECK(out == expected);
    out = mine;
    c.reduce(out, out, op, root);
    CHECK(out == (r == root ? expected : mine));
  }
  if (n == 0) return;
  CHECK(c.all_reduce(mine[0], op) == expected[0]);
  CHECK(c.reduce(mine[0], op, p - 1) == (r == p - 1 ? expected[0] : mine[0]));
  T before = value_of(50, 0);
  for (int k = 0; k < r; ++k) before = static_cast<T>(op(before, value_of(k, 0)));
  CHECK(c.exclusive_scan(mine[0], value_of(50, 0), op) == before);
}

template <class T, class C>
void reductions_of_numbers(C const& c, std::size_t n) {
  auto const value = [](int rank, std::size_t i) {
    return static_cast<T>((rank * 7 + static_cast<int>(i) * 3) % 11);
  };
  reduction<T>(c, n, thrum::plus<>{}, value);
  reduction<T>(c, n, thrum::plus<T>{}, value);
  reduction<T>(c, n, std::plus<T>{}, value);
  reduction<T>(c, n, thrum::minimum<>{}, value);
  reduction<T>(c, n, thrum::maximum<T>{}, value);
  reduction<T>(c, n, [](T x, T y) { return static_cast<T>(x + y); }, value);
  auto const factor = [](int rank, std::size_t i) { return static_cast<T>(1 + (rank + static_cast<int>(i)) % 2); };
  reduction<T>(c, n, thrum::multiplies<>{}, factor);
  if constexpr (std::is_integral_v<T>) {
    reduction<T>(c, n, thrum::logical_and<>{}, value);
    reduction<T>(c, n, thrum::logical_or<T>{}, value);
    reduction<T>(c, n, thrum::bit_and<>{}, value);
    reduction<T>(c, n, thrum::bit_or<T>{}, value);
    reduction<T>(c, n, std::bit_xor<>{}, value);
  }
}

template <class C>
void reductions(C const& c, std::vector<std::size_t> const& lengths, bool brief) {
  for (std::size_t const n : lengths) {
    CAPTURE(n);
    reduction<int>(c, n, thrum::plus<>{}, [](int rank, std::size_t i) { return rank - static_cast<int>(i); });
    reduction<affine>(c, n, then{}, affine_of);
  }
  if (brief) return;
  // Types that MPI has, and types that it lacks.
  reductions_of_numbers<int>(c, 3);
  reductions_of_numbers<double>(c, 3);
  reductions_of_numbers<char>(c, 3);
  reductions_of_numbers<signed char>(c, 3);
  reductions_of_numbers<unsigned char>(c, 3);
  reductions_of_numbers<short>(c, 3);
  reductions_of_numbers<unsigned short>(c, 3);
  reductions_of_numbers<unsigned>(c, 3);
  reductions_of_numbers<long>(c, 3);
  reductions_of_numbers<unsigned long>(c, 3);
  reductions_of_numbers<long long>(c, 3);
  reductions_of_numbers<unsigned long long>(c, 3);
  reductions_of_numbers<float>(c, 3);
  reductions_of_numbers<long double>(c, 3);
  reductions_of_numbers<char16_t>(c, 3);
  CHECK(c.all_reduce(c.rank() == 0, thrum::logical_or<>{}));
  CHECK(c.all_reduce(c.rank() == 0, thrum::plus<>{}));

  // An operator that counts its calls has its state on each rank; one that throws ends the call.
  int const calls_of_all = c.all_reduce(
      [&] {
        int calls = 0;
        c.all_reduce(affine{1, 1}, [&](affine f, affine g) {
          ++calls;
          return then{}(f, g);
        });
        return calls;
      }(),
      thrum::plus<>{});
  CHECK(calls_of_all >= c.size() - 1);
}

template <class C>
void parts(C const& c) {
  int const p = c.size(), r = c.rank();
  C const halves = c.split(r % 2, -r);  // in the reverse order
  int const size = (p + 1 - r % 2) / 2;
  CHECK(halves.size() == size);
  CHECK(halves.rank() == size - 1 - r / 2);
  auto const members_of_half = halves.all_gather(r);
  for (int i = 0; i < size; ++i) CHECK(members_of_half[index(i)] == r % 2 + 2 * (size - 1 - i));
  // Messages of a part do not mix with those of the whole.
  ranks::request const whole = c.isend(1000 + r, (r + 1) % p, 1);
  ranks::request const part = halves.isend(r, (halves.rank() + 1) % size, 1);
  CHECK(halves.template recv<int>(ranks::any_rank, 1) % 2 == r % 2);
  CHECK(c.template recv<int>(ranks::any_rank, 1) == 1000 + (r - 1 + p) % p);

  C const alone = halves.split(halves.rank());
  CHECK(alone.size() == 1);
  alone.barrier();
  CHECK(alone.all_reduce(r, thrum::plus<>{}) == r);
  C const same = c.split(3, 0);
  CHECK(same.rank() == r);
  CHECK(same.size() == p);
  C const node = c.node();
  CHECK(node.size() == p);  // the tests have one machine
  CHECK(node.all_reduce(1, thrum::plus<>{}) == p);
  C copy = node;
  copy = halves;
  CHECK(copy.size() == size);
  CHECK(c.with_piece(5).split(0).piece() == 5);
  static_cast<void>(c.takes_device_pointers());
}

template <class C>
void agreements(C const& c) {
  int const p = c.size(), r = c.rank();
  CHECK(ranks::agree(c, [&] { return r * 2; }) == 2 * r);
  ranks::agree(c, [] {});
  for (int k = 0; k < p; ++k) {
    CAPTURE(k);
    // Rank k fails, then k and all after it, each with another kind of exception.
    auto const fail = [&](bool after) {
      ranks::agree(c, [&] {
        c.barrier();
        if (r == k && k % 3 == 0) throw std::runtime_error("no file of rank " + std::to_string(k));
        if (r == k && k % 3 == 1) throw std::bad_alloc();
        if (r == k) throw k;
        if (after && r > k) throw std::out_of_range("later");
      });
    };
    std::string const text = k % 3 == 0   ? "no file of rank " + std::to_string(k)
                             : k % 3 == 1 ? "std::bad_alloc"
                                          : "an exception that is no std::exception";
    for (bool const after : {false, true}) {
      if (r == k) {
        if (k % 3 == 0) CHECK_THROWS_WITH_AS(fail(after), text.c_str(), std::runtime_error);
        else if (k % 3 == 1) CHECK_THROWS_AS(fail(after), std::bad_alloc);
        else CHECK_THROWS_AS(fail(after), int);
      } else if (after && r > k) {
        CHECK_THROWS_AS(fail(after), std::out_of_range);
      } else {
        try {
          fail(after);
          FAIL_CHECK("no exception");
        } catch (ranks::remote_error const& e) {
          CHECK(e.rank() == k);
          CHECK(e.what() == "thrum: rank " + std::to_string(k) + " failed: " + text);
        }
      }
    }
  }
  c.barrier();
}

/// A request that an exception passes is taken back, and the message that comes later goes to the next receive.
template <class C>
void requests_taken_back(C const& c) {
  int const r = c.rank(), p = c.size();
  std::vector<int> const mine = numbers(r, 10);
  std::vector<int> in(10, -1);
  try {
    std::vector<int> lost(10, -1);
    ranks::request const a = c.irecv(lost, (r - 1 + p) % p, 20), b = c.irecv(lost, ranks::any_rank, 21);
    throw std::runtime_error("in between");
  } catch (std::runtime_error const&) {
  }
  c.barrier();
  ranks::request const send = c.isend(mine, (r + 1) % p, 20);
  c.recv(in, (r - 1 + p) % p, 20);
  CHECK(in == numbers((r - 1 + p) % p, 10));
  c.barrier();
}

/// Messages of some pieces that wait for their receives, from a rank that the receive does not know.
template <class C>
void long_pieces_of_any_rank(C const& whole) {
  C const c = whole.with_piece(100000);
  int const p = c.size(), r = c.rank(), right = (r + 1) % p, left = (r - 1 + p) % p;
  auto const mine = numbers(r, 90000);
  std::vector<int> in(90000, -1), second(90000, -1);
  CHECK(c.send_recv(mine, right, in, ranks::any_rank) == left);
  CHECK(in == numbers(left, 90000));
  std::fill(in.begin(), in.end(), -1);
  std::vector<ranks::request> requests;
  requests.push_back(c.isend(mine, right, 1));
  requests.push_back(c.isend(mine, right, 2));
  requests.push_back(c.irecv(second, ranks::any_rank, 2));
  requests.push_back(c.irecv(in, ranks::any_rank, 1));
  ranks::wait_all(requests);
  CHECK(requests[2].source() == left);
  CHECK(in == numbers(left, 90000));
  CHECK(second == in);
}

template <class C>
void everything(C const& c, bool brief = false) {
  std::ptrdiff_t const many = brief ? 300 : 40000;  // 40000: more than what a send copies
  messages(c, {0, 7, many});
  wrong_lengths(c);
  wrong_arguments(c);
  collectives(c, {0, 7, brief ? 100 : 5000});
  reductions(c, {0, brief ? 20u : 300u}, brief);
  if (!brief) long_pieces_of_any_rank(c);
  if (!brief) parts(c);
  if (!brief) agreements(c);
  requests_taken_back(c);
}

}  // namespace members
