// An array goes from the memory of one rank's GPU to that of another, and back: directly, if the
// MPI takes pointers into it, and by page-locked buffers of the host. Under the other policies the
// memory is the host's, so that both ways run without a card.
#include <thrum/count.h>
#include <thrum/fill.h>
#include <algorithm>

#include "common/format.h"
#include "common/ranks.h"
#if defined(__CUDACC__)
#include <thrum/device_allocator.h>
#endif

/// Sends from the memory of a vector, and receives into it, wherever that is.
struct direct {
  template <class Communicator, class V>
  void send(Communicator const& c, V const& v, std::size_t n, int to) const {
    c.send(example::span_of(v).first(n), to);
  }
  template <class Communicator, class V>
  void receive(Communicator const& c, V& v, std::size_t n, int from) const {
    c.recv(example::span_of(v).first(n), from);
  }
};

/// Two buffers of the host, so that one is filled while the other one is under way.
template <class Policy>
class staging {
 public:
  explicit staging(std::size_t elements) : size_(elements), buffers_{buffer(elements), buffer(elements)} {}

  /// Sends the first n elements of v in pieces of a buffer.
  template <class Communicator, class V>
  void send(Communicator const& c, V const& v, std::size_t n, int to) {
    thrum::ranks::request sent[2];
    for (std::size_t first = 0, k = 0; first < n; first += size_, k = 1 - k) {
      sent[k].wait();  // for the message before the last
      std::size_t const m = std::min(size_, n - first);
      auto const from = v.begin() + static_cast<std::ptrdiff_t>(first);
      thrum::copy(from, from + static_cast<std::ptrdiff_t>(m), buffers_[k].begin());
      sent[k] = c.isend(std::span<float const>(buffers_[k].data(), m), to);
    }
    wait_all(sent);
  }
  template <class Communicator, class V>
  void receive(Communicator const& c, V& v, std::size_t n, int from) {
    thrum::ranks::request coming[2];
    auto const expect = [&](std::size_t first, std::size_t k) {
      if (first < n) coming[k] = c.irecv(std::span<float>(buffers_[k].data(), std::min(size_, n - first)), from);
    };
    expect(0, 0);
    for (std::size_t first = 0, k = 0; first < n; first += size_, k = 1 - k) {
      expect(first + size_, 1 - k);
      coming[k].wait();
      auto const end = buffers_[k].begin() + static_cast<std::ptrdiff_t>(std::min(size_, n - first));
      thrum::copy(buffers_[k].begin(), end, v.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }

 private:
#if defined(__CUDACC__)
  using buffer = std::conditional_t<example::on_card<Policy>,
                                    thrum::host_vector<float, thrum::pinned_allocator<float>>, std::vector<float>>;
#else
  using buffer = std::vector<float>;
#endif
  std::size_t size_;
  buffer buffers_[2];
};

struct is_zero {
  THRUM_HD bool operator()(float x) const { return x == 0; }
};

int main(int argc, char** argv) {
  example::description const what{
      .id = "gpu_aware_send",
      .text = "n floats from the GPU of rank 0 to that of rank 1 and back, in two ways.",
      .n = 1'000'000,
      .quick = 10'007,
      .bytes = 8,
      .n_is = "floats",
      .counted = "floats sent",
      .least = 1,
      .most = 1'000'000'000,
      .draws = example::description::picture::figure};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t n = s.n(); n > 0; n /= 32) sizes.insert(sizes.begin(), n);
    example::figure f{
        .title = "gpu_aware_send: from rank 0 to rank 1 and back, by " + std::string(example::name_of_ranks(c)),
        .x_label = "bytes",
        .y_label = "GB/s",
        .x_logarithmic = true,
        .y_logarithmic = true};
    if (c.size() == 1) s.say("A rank alone sends nothing.");

    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      // The same numbers on every rank, none of them 0: if nothing came, it would be seen.
      auto const payload = example::uniform<float>(policy, s.n(), 676, 1.0f, 2.0f);
      s.check_equal("no number is 0", thrum::count_if(policy, payload.begin(), payload.end(), is_zero{}), 0);
      if (c.size() == 1) return;

      auto const expected = example::to_host(payload);
      example::vector_of<policy_type, float> received(s.size(), thrum::no_init);
      auto const measure = [&](std::string const& way, auto route) {
        example::series line{.name = way + ", " + example::name_of(policy),
                             .x = {},
                             .y = {},
                             .drawn = example::series::style::both};
        for (std::int64_t const n : sizes) {
          double const bytes = 4 * static_cast<double>(n);
          thrum::fill(policy, received.begin(), received.end(), -1.0f);
          auto const m = static_cast<std::size_t>(n);
          double const seconds = s.time(policy, way + ", " + example::grouped(4 * n) + " bytes",
                                        [&] {
                                          if (c.rank() == 0) {
                                            route.send(c, payload, m, 1);
                                            route.receive(c, received, m, 1);
                                          } else if (c.rank() == 1) {
                                            route.receive(c, received, m, 0);
                                            route.send(c, received, m, 0);
                                          }
                                        },
                                        {.elements = 2 * n, .bytes = 2 * bytes});
          line.x.push_back(bytes);
          line.y.push_back(2 * bytes / seconds / 1e9);
        }
        f.lines.push_back(line);
        // The last size is n.
        if (c.rank() == 1) s.check_equal(way + ": the bits of rank 0", example::to_host(received), expected);
        if (c.rank() == 0) s.check_equal(way + ": and back", example::to_host(received), expected);
      };
      if (!example::on_card<policy_type> || c.takes_device_pointers()) {
        measure("direct", direct{});
      } else {
        s.say("These ranks take no pointers into the memory of a card.");
      }
      measure("through buffers", staging<policy_type>(std::min(s.size(), std::size_t{65'536})));
    });
    s.draw(f);
  });
}
