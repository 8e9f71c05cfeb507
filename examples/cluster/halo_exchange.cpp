// Domain decomposition: each rank has a slice of a rod and, at both ends of the slice, a ghost: a
// copy of the neighbour's end. Before each step the ranks exchange their ends, as messages of one
// element. Or they compute the interior of the slice, which needs no ghost, while the messages are
// under way. Any number of ranks has the bits of one serial loop.
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/swap.h>
#include <thrum/transform.h>
#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "cluster/host_side.h"
#include "common/format.h"

/// The tags of messages, which differ because both neighbours may be the same rank.
constexpr int to_the_right = 0, to_the_left = 1;
constexpr int nobody = -1;

enum class boundary {
  periodic,  ///< the rod is a ring
  wall,      ///< nothing flows beyond the ends: the ghost of an end is the end itself
};

/// Moves a quarter of each difference to a neighbour. The products are exact, so that the bits are
/// the same whether or not a compiler merges a product and a sum.
THRUM_HD inline double heat(double left, double here, double right) {
  return here + 0.25 * (left - 2 * here + right);
}
struct heat_of_window {
  THRUM_HD double operator()(thrum::iterator_range<double const*> u) const { return heat(u[0], u[1], u[2]); }
};

/// The points of a rank, and the ranks that have the points beside them. If there are fewer points
/// than ranks, the last ranks have none, and are nobody's neighbour.
struct slice {
  std::ptrdiff_t first, size;
  int left = nobody, right = nobody;

  slice(std::int64_t n, int rank, int ranks, boundary at_ends)
      : first(example::share_of(n, rank, ranks).first), size(example::share_of(n, rank, ranks).size()) {
    if (size == 0) return;
    auto const used = static_cast<int>(std::min<std::int64_t>(n, ranks));
    bool const ring = at_ends == boundary::periodic;
    if (ring || rank > 0) left = (rank + used - 1) % used;
    if (ring || rank < used - 1) right = (rank + 1) % used;
  }
};

/// Applies heat to the windows around the points [first, last) of a slice. Point i is u[i + 1].
template <class Policy, class V>
void step_points(Policy const& policy, V const& u, V& next, std::ptrdiff_t first, std::ptrdiff_t last) {
  thrum::sliding_window_iterator const windows(u.begin() + first, 3);
  if (first < last)
    thrum::transform(policy, windows, windows + (last - first), next.begin() + first + 1, heat_of_window{});
}

/// The seconds since the start of the run at which each part of a step began and ended.
using marks = std::vector<double>;

/// Sends both ends to the neighbours and receives theirs; then computes.
template <class Policy, class Communicator, class V>
marks blocking_step(Policy const& policy, Communicator const& c, slice const& mine, V& u, V& next,
                    example::stopwatch const& watch) {
  marks times{watch.seconds()};
  if (mine.size == 0) return {times[0], times[0], times[0]};
  auto const last = static_cast<std::size_t>(mine.size);
  double const left_end = u[1], right_end = u[last];
  double left_ghost = left_end, right_ghost = right_end;
  auto const shift = [&](double const& out, int to, double& in, int from, int tag) {
    if (to != nobody && from != nobody) c.send_recv(out, to, in, from, tag);
    else if (to != nobody) c.send(out, to, tag);
    else if (from != nobody) c.recv(in, from, tag);
  };
  shift(right_end, mine.right, left_ghost, mine.left, to_the_right);
  shift(left_end, mine.left, right_ghost, mine.right, to_the_left);
  u[0] = left_ghost, u[last + 1] = right_ghost;
  times.push_back(watch.seconds());
  step_points(policy, u, next, 0, mine.size);
  times.push_back(watch.seconds());
  return times;
}

/// Starts the exchange, computes the interior, waits for the ghosts, and computes the two ends.
template <class Policy, class Communicator, class V>
marks overlapped_step(Policy const& policy, Communicator const& c, slice const& mine, V& u, V& next,
                      example::stopwatch const& watch) {
  marks times{watch.seconds()};
  if (mine.size == 0) return {times[0], times[0], times[0], times[0], times[0]};
  auto const last = static_cast<std::size_t>(mine.size);
  double const left_end = u[1], right_end = u[last];
  double left_ghost = left_end, right_ghost = right_end;
  std::vector<thrum::ranks::request> messages;
  if (mine.left != nobody) {
    messages.push_back(c.irecv(left_ghost, mine.left, to_the_right));
    messages.push_back(c.isend(left_end, mine.left, to_the_left));
  }
  if (mine.right != nobody) {
    messages.push_back(c.irecv(right_ghost, mine.right, to_the_left));
    messages.push_back(c.isend(right_end, mine.right, to_the_right));
  }
  times.push_back(watch.seconds());
  step_points(policy, u, next, 1, mine.size - 1);
  times.push_back(watch.seconds());
  thrum::ranks::wait_all(messages);
  times.push_back(watch.seconds());
  u[0] = left_ghost, u[last + 1] = right_ghost;
  step_points(policy, u, next, 0, 1);
  if (mine.size > 1) step_points(policy, u, next, mine.size - 1, mine.size);
  times.push_back(watch.seconds());
  return times;
}

/// Returns the temperature of a point at first.
double initial(std::int64_t i) { return static_cast<double>(i * 7919 % 1000) - 250; }

/// The rod by one loop on one core.
std::vector<double> serial(std::int64_t n, std::int64_t steps, boundary at_ends) {
  std::vector<double> u, next(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) u.push_back(initial(i));
  for (std::int64_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      bool const ring = at_ends == boundary::periodic;
      double const left = i > 0 ? u[i - 1] : ring ? u.back() : u.front();
      double const right = i + 1 < u.size() ? u[i + 1] : ring ? u.front() : u.back();
      next[i] = heat(left, u[i], right);
    }
    u.swap(next);
  }
  return u;
}

/// The rod on the ranks of a communicator.
template <class Policy, class Communicator>
class rod {
 public:
  rod(Policy const& policy, Communicator const& c, std::int64_t n, boundary at_ends)
      : policy_(policy), c_(c), n_(n), mine_(n, c.rank(), c.size(), at_ends) {
    start();
  }

  /// Returns to the first temperatures.
  void start() {
    std::vector<double> values(static_cast<std::size_t>(mine_.size + 2));
    for (std::ptrdiff_t i = 0; i < mine_.size; ++i)
      values[static_cast<std::size_t>(i + 1)] = initial(mine_.first + i);
    u_ = vector(values.begin(), values.end());
    next_ = u_;
  }

  /// Makes steps, and returns the marks of the last one.
  marks run(std::int64_t steps, bool overlapped) {
    marks last;
    example::stopwatch const watch;
    for (std::int64_t step = 0; step < steps; ++step) {
      last = overlapped ? overlapped_step(policy_, c_, mine_, u_, next_, watch)
                        : blocking_step(policy_, c_, mine_, u_, next_, watch);
      thrum::swap(u_, next_);
    }
    return last;
  }

  /// Returns all points, on rank 0.
  std::vector<double> points() {
    example::host_side side(policy_, u_);
    auto const slice_of_rank = side.load().subspan(1, static_cast<std::size_t>(mine_.size));
    std::vector<double> all(static_cast<std::size_t>(c_.rank() == 0 ? n_ : 0));
    c_.gatherv(slice_of_rank, all, example::sizes_of_shares(n_, c_.size()));
    return all;
  }

 private:
  using vector = example::vector_of<Policy, double>;
  Policy policy_;
  Communicator c_;
  std::int64_t n_;
  slice mine_;
  vector u_, next_;
};

/// Draws which points each of three ranks has of twelve, and which ghosts.
void draw_ghosts(example::session& s) {
  example::figure f{
      .title = "A ring of twelve points on three ranks", .x_label = "place, ghosts included", .y_label = "rank"};
  example::series own{.name = "own points", .drawn = example::series::style::points};
  example::series ghosts{.name = "ghosts", .drawn = example::series::style::points};
  example::series messages{.name = "messages: an end becomes a ghost"};
  for (int rank = 0; rank < 3; ++rank) {
    slice const mine(12, rank, 3, boundary::periodic);
    auto const first = static_cast<double>(mine.first), last = static_cast<double>(mine.first + mine.size - 1);
    for (double x = first; x <= last; ++x) own.x.push_back(x), own.y.push_back(rank);
    for (double const x : {first - 1, last + 1}) ghosts.x.push_back(x), ghosts.y.push_back(rank);
    // A ghost has the value of the point at its place, which the ring closes.
    for (auto const& [neighbour, ghost] : {std::pair{mine.left, first - 1}, {mine.right, last + 1}}) {
      double const gap = std::numeric_limits<double>::quiet_NaN();
      messages.x.insert(messages.x.end(), {ghost < 0 ? 11 : ghost > 11 ? 0 : ghost, ghost, gap});
      messages.y.insert(messages.y.end(), {static_cast<double>(neighbour), static_cast<double>(rank), gap});
    }
  }
  f.lines = {messages, own, ghosts};
  s.draw("ghosts", f);
}

/// Draws a step of each rank, of which rank 0 has the marks of all.
template <class Communicator>
void draw_timeline(example::session& s, Communicator const& c, marks const& blocking, marks const& overlapped) {
  auto const ranks = static_cast<std::size_t>(c.size());
  bool const draws = c.rank() == 0;
  marks of_blocking(draws ? ranks * blocking.size() : 0), of_overlapped(draws ? ranks * overlapped.size() : 0);
  c.gather(blocking, of_blocking);
  c.gather(overlapped, of_overlapped);
  if (!draws) return;
  example::figure f{.title = "A step of each rank: exchange first (above), and overlapped (below)",
                    .x_label = "ms",
                    .y_label = "rank"};
  auto const add = [&](char const* name, marks const& times, std::size_t of_rank, std::size_t part, double above) {
    double const start = *std::min_element(times.begin(), times.end());
    example::series line{.name = name};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      double const y = static_cast<double>(rank) + above;
      for (std::size_t end : {part, part + 1}) {
        line.x.push_back(1e3 * (times[rank * of_rank + end] - start)), line.y.push_back(y);
      }
      line.x.push_back(std::numeric_limits<double>::quiet_NaN()), line.y.push_back(y);
    }
    f.lines.push_back(line);
  };
  add("exchange, and wait for it", of_blocking, blocking.size(), 0, 0.12);
  add("all points", of_blocking, blocking.size(), 1, 0.12);
  add("start the exchange", of_overlapped, overlapped.size(), 0, -0.12);
  add("interior", of_overlapped, overlapped.size(), 1, -0.12);
  add("wait for the rest", of_overlapped, overlapped.size(), 2, -0.12);
  add("ends", of_overlapped, overlapped.size(), 3, -0.12);
  s.draw(f);
}

char const* name_of(boundary at_ends) { return at_ends == boundary::periodic ? "ring" : "walls"; }

int main(int argc, char** argv) {
  example::description const what{.id = "halo_exchange",
                                  .text = "Steps of heat along a rod of n points, a slice of it on each rank.",
                                  .n = 10'000,
                                  .quick = 10'000,
                                  .bytes = 64,
                                  .n_is = "points",
                                  .least = 1,
                                  .most = 1'000'000'000,
                                  .draws = example::description::picture::figure,
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    std::int64_t const steps = s.quick() ? 20 : 500;
    s.each_policy([&](auto const& policy) {
      // The first 1, 2, ... ranks share the rod; the others watch.
      for (int ranks = 1; ranks <= c.size(); ++ranks) {
        bool const takes_part = c.rank() < ranks;
        auto const some = c.split(takes_part ? 0 : 1);
        if (!takes_part) continue;
        for (boundary const at_ends : {boundary::periodic, boundary::wall}) {
          // Also a prime number of points, as many as ranks, fewer, and one.
          for (std::int64_t const n :
               {s.n(), std::int64_t{9973}, std::int64_t{ranks}, std::int64_t{ranks / 2 + 1}, std::int64_t{1}}) {
            rod one(policy, some, n, at_ends);
            one.run(steps, false);
            auto const blocking = one.points();
            one.start();
            one.run(steps, true);
            auto const overlapped = one.points();
            if (some.rank() != 0) continue;
            auto const expected = serial(n, steps, at_ends);
            s.check_equal(std::string(name_of(at_ends)) + ": every bit is the serial loop's", blocking, expected);
            s.check_equal("overlapped too", overlapped, expected);
          }
        }
      }
      s.say(example::name_of(policy) + ": " + std::to_string(steps) +
            " steps have the bits of a serial loop on up to " + std::to_string(c.size()) + " ranks");

      rod timed(policy, c, s.n(), boundary::periodic);
      auto const start = [&] { timed.start(); };
      example::amount const done{.elements = steps * s.n(), .bytes = 16.0 * static_cast<double>(steps * s.n())};
      s.time_prepared(policy, "exchange, then compute", start, [&] { timed.run(steps, false); }, done);
      s.time_prepared(policy, "compute during the exchange", start, [&] { timed.run(steps, true); }, done);
    });
    if (s.wants_picture()) {
      // Ranks that share a core would show how the system deals out its time.
      int const ranks = std::min(c.size(), std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
      auto const some = c.split(c.rank() < ranks ? 0 : 1);
      if (c.rank() >= ranks) return;
      rod drawn(thrum::seq, some, (s.quick() ? 10'000 : 1'000'000) * ranks, boundary::periodic);
      some.barrier();
      auto const blocking = drawn.run(5, false);
      some.barrier();
      draw_timeline(s, some, blocking, drawn.run(5, true));
      draw_ghosts(s);
    }
  });
}
