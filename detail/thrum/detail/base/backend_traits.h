// What the library asks of a backend: backend_traits<B> and has_native<B, N>.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Arguments with which natives are looked for.
struct native_probe {
  int* p;
  unsigned long long* counts;
  std::ptrdiff_t n;
  THRUM_HD int operator()(int a, int) const { return a; }
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i; }
  template <class... Args>
  THRUM_HD void operator()(Args const&...) const {}
};

/// Says whether a backend has a member that can be called as the native N is.
template <class B, native N>
constexpr bool has_member() {
  using no = no_seed<int>;
  using probe = native_probe;
  if constexpr (N == native::reduce) return requires(B const& exec, probe f) { exec.reduce(f.p, f.n, 0, f); };
  else if constexpr (N == native::scan)
    return requires(B const& exec, probe f) { exec.scan(f.p, f.n, f.p, no{}, f, inclusive{}); };
  else if constexpr (N == native::find_first) return requires(B const& exec, probe f) { exec.find_first(f.n, f); };
  else if constexpr (N == native::compact)
    return requires(B const& exec, probe f) { exec.compact(f.p, f.n, f.p, f); };
  else if constexpr (N == native::sort) return requires(B const& exec, probe f) { exec.sort(f.p, f.n, f); };
  else if constexpr (N == native::sort_by_key)
    return requires(B const& exec, probe f) { exec.sort_by_key(f.p, f.p, f.n, f); };
  else if constexpr (N == native::merge)
    return requires(B const& exec, probe f) { exec.merge(f.p, f.n, f.p, f.n, f.p, f); };
  else if constexpr (N == native::reduce_by_key)
    return requires(B const& exec, probe f) { exec.reduce_by_key(f.p, f.n, f.p, f.p, f.p, f, f); };
  else if constexpr (N == native::reduce_into)
    return requires(B const& exec, probe f) { exec.reduce_into(f.p, f.n, f.p, 0, f); };
  else if constexpr (N == native::find_first_into)
    return requires(B const& exec, probe f) { exec.find_first_into(f.n, f, f.p); };
  else if constexpr (N == native::compact_into)
    return requires(B const& exec, probe f) { exec.compact_into(f.p, f.n, f.p, f, f.p); };
  else if constexpr (N == native::reduce_by_key_into)
    return requires(B const& exec, probe f) { exec.reduce_by_key_into(f.p, f.n, f.p, f.p, f.p, f, f, f.p); };
  else if constexpr (N == native::count_bins)
    return requires(B const& exec, probe f) { exec.count_bins(f.n, f, f.n, f.counts); };
  else if constexpr (N == native::scan_runs)
    return requires(B const& exec, probe f) { exec.scan_runs(f.p, f.n, f.p, f, no{}, f, inclusive{}); };
  else if constexpr (N == native::reduce_segments)
    return requires(B const& exec, probe f) { exec.reduce_segments(f.p, f, f.p, 0, f); };
  else if constexpr (N == native::scan_segments)
    return requires(B const& exec, probe f) { exec.scan_segments(f.p, f, f.p, no{}, f, inclusive{}); };
  else if constexpr (N == native::sum_bins)
    return requires(B const& exec, probe f) { exec.sum_bins(f.n, f, f, f.n, f.p, 0); };
  else if constexpr (N == native::for_each_block)
    return requires(B const& exec, probe f) { exec.template for_each_block<0>(f.n, 1, f); };
  else if constexpr (N == native::compact_in_place)
    return requires(B const& exec, probe f) { exec.compact_in_place(f.p, f.n, f); };
  else if constexpr (N == native::compact_in_place_into)
    return requires(B const& exec, probe f) { exec.compact_in_place_into(f.p, f.n, f, f.p); };
  else if constexpr (N == native::divide)
    return requires(B const& exec, probe f) { exec.divide(f.p, f.n, f.p, f.p, f); };
  else if constexpr (N == native::divide_into)
    return requires(B const& exec, probe f) { exec.divide_into(f.p, f.n, f.p, f.p, f, f.p); };
  else return requires(B const& exec, probe f) { exec.iterate(f.n, f.p, f.p, f); };
}
/// What the library asks of a backend B.
template <class B>
struct backend_traits {
  /// The natives that the backend declares.
  static constexpr native natives = [] {
    if constexpr (requires { B::natives; }) return B::natives;
    else return native::none;
  }();

  /// Whether the backend's code may dereference memory of a space.
  template <class Space>
  static constexpr bool reaches = [] {
    if constexpr (requires { B::template reaches<Space>; }) return B::template reaches<Space>;
    else return host_reaches<Space>;
  }();

  /// Whether the backend's code runs on the host's processors. The host may then read the backend's
  /// scratch memory.
  static constexpr bool runs_on_host = reaches<host_space>;

  /// Whether the calling thread calls all functors, in order.
  static constexpr bool is_serial = [] {
    if constexpr (requires { B::is_serial; }) return bool{B::is_serial};
    else return false;
  }();

  /// Whether the code may take scratch memory. The code of a serial backend on the device may not.
  /// Algorithms decide by this constant and not by __CUDA_ARCH__, because nvcc makes a kernel only
  /// if its compilation for the device reaches the launch, too.
  static constexpr bool has_scratch =
#if defined(__CUDA_ARCH__)
      !is_serial;
#else
      true;
#endif

  /// Whether the work of calls is in the order of a stream.
  static constexpr bool has_stream = requires(B const& exec) {
    exec.stream();
    exec.sync();
    exec.on_its_device();
  };

  /// Whether the backend reads its scratch memory for the host.
  static constexpr bool has_read = requires(B const& exec, int const* p) { exec.read(p); };

  /// Whether the backend has threads that work can be left to.
  static constexpr bool has_tasks = requires(B const& exec, void (*f)()) { exec.enqueue(f); };

  /// Whether the backend runs bodies of blocks of threads: see backends/cuda/launch/team.h.
  static constexpr bool has_blocks = requires(B const& exec, native_probe body) { exec.run_blocks(body.n, body); };

  /// Returns whether the backend's code can call a functor. The member template `calls` of a
  /// backend whose code runs elsewhere makes the compiler check the call.
  template <class F, class... Args>
  THRUM_HD static constexpr bool calls() {
    if constexpr (requires { B::template calls<F, Args...>; }) return B::template calls<F, Args...>;
    else return true;
  }

  /// Returns the same for an operator that makes sums of type T.
  template <class Op, class T>
  THRUM_HD static constexpr bool calls_operator() {
    if constexpr (requires { B::template calls_operator<Op, T>; }) return B::template calls_operator<Op, T>;
    else return true;
  }

  /// Returns whether the backend's code can read an iterator of a class.
  template <class I>
  THRUM_HD static constexpr bool reads() {
    if constexpr (requires { B::template reads<I>; }) return B::template reads<I>;
    else return true;
  }

  /// Returns how many threads the backend has, 0 if that is not known.
  static std::ptrdiff_t concurrency(B const& exec) {
    if constexpr (requires { exec.concurrency(); }) return exec.concurrency();
    else return 0;
  }
};

/// Returns whether a policy's code can call a functor. A functor that calls others answers for its
/// parts in a member template `parts_run_on`.
template <class B, class F, class... Args>
THRUM_HD constexpr bool calls() {
  if constexpr (requires { F::template parts_run_on<B, Args...>; }) {
    return F::template parts_run_on<B, Args...> && backend_traits<B>::template calls<F, Args...>();
  } else {
    return backend_traits<B>::template calls<F, Args...>();
  }
}

/// Returns whether a policy's code can read an unwrapped iterator and call what the iterator calls
/// when it is read. An adaptor answers for its parts in a member template `runs_on`.
template <class B, class I>
THRUM_HD constexpr bool runs_on() {
  if constexpr (requires { I::template runs_on<B>; }) return I::template runs_on<B>;
  else if constexpr (std::is_class_v<I>) return backend_traits<B>::template reads<I>();
  else return true;
}

/// Returns whether a policy's code can assign a T through an output iterator. An iterator that
/// calls something on assignment answers in a member template `stores_on`.
template <class B, class O, class T>
THRUM_HD constexpr bool stores_on() {
  if constexpr (requires { O::template stores_on<B, T>; }) return O::template stores_on<B, T>;
  else return true;
}

/// Returns whether a backend has the native N. Holds the declaration against the members.
template <class B, native N>
constexpr bool declares() {
  constexpr bool declared = (backend_traits<B>::natives & N) == N, has = detail::has_member<B, N>();
  static_assert(
      has || !declared,
      "thrum: this backend declares the native N, but has no such member: look at its name and arguments");
  static_assert(declared || !has,
                "thrum: this backend has the native member N, but does not declare it: add it to `natives`");
  return declared && has;
}
template <class B, native N>
inline constexpr bool has_native = detail::declares<B, N>();

/// Whether a backend may lack a native: the default, built on for_each_n, runs on the host.
template <class B>
inline constexpr bool has_default = backend_traits<B>::runs_on_host;

/// Returns the policy for sums that are the same in any shape: a deterministic policy need not fix
/// their shape.
THRUM_EXEC_CHECK_DISABLE
template <class B>
THRUM_HD decltype(auto) any_shape_of(B const& exec) {
  if constexpr (requires { exec.any_shape(); }) return exec.any_shape();
  else return (exec);
}

/// Returns the policy for intermediate steps of a longer computation. If the given policy would
/// wait after each step, the returned one does not.
THRUM_EXEC_CHECK_DISABLE
template <class B>
THRUM_HD B step_of(B const& exec) {
  if constexpr (requires { exec.step(); }) return exec.step();
  else return exec;
}

}  // namespace thrum::detail
