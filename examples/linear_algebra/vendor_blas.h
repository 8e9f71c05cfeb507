// The product of matrices by a vendor's library, if the machine has one: CBLAS (OpenBLAS, MKL, ...)
// for the host, cuBLAS for a device. The program looks for the libraries at run time, so that no
// build needs them; LD_LIBRARY_PATH names further folders.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace example {

/// A shared library that stays open until the program ends.
class vendor_library {
 public:
  /// Opens the first of these libraries that is installed and has this symbol.
  template <std::size_t N>
  vendor_library(char const* const (&names)[N], char const* symbol) {
    for (char const* name : names) {
      void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) continue;
      if (dlsym(handle, symbol) != nullptr) {
        handle_ = handle, name_ = name;
        return;
      }
      dlclose(handle);
    }
  }
  explicit operator bool() const { return handle_ != nullptr; }
  std::string const& name() const { return name_; }

  template <class Function>
  Function* function(char const* symbol) const {
    return reinterpret_cast<Function*>(dlsym(handle_, symbol));
  }

 private:
  void* handle_ = nullptr;
  std::string name_;
};

inline vendor_library const& host_blas() {
  // Excludes a plain libblas: it may be the reference implementation, which takes minutes.
  static constexpr char const* names[] = {"libopenblas.so.0", "libopenblas.so", "libmkl_rt.so.2", "libmkl_rt.so",
                                          "libblis.so.4"};
  static vendor_library const library(names, "cblas_sgemm");
  return library;
}

/// Computes C = A * B of matrices on the host, stored by rows.
template <class T>
void multiply_by_cblas(T const* a, T const* b, T* c, int n) {
  using gemm = void(int, int, int, int, int, int, T, T const*, int, T const*, int, T, T*, int);
  constexpr int row_by_row = 101, as_it_is = 111;
  auto* const call = host_blas().function<gemm>(std::is_same_v<T, float> ? "cblas_sgemm" : "cblas_dgemm");
  call(row_by_row, as_it_is, as_it_is, n, n, n, T(1), a, n, b, n, T(0), c, n);
}

#if defined(__CUDACC__)
inline vendor_library const& card_blas() {
  static constexpr char const* names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
  static vendor_library const library(names, "cublasSgemm_v2");
  return library;
}

/// Says whether there is a cuBLAS that starts: on an emulated card it does not, because its kernels
/// are machine code.
inline bool card_blas_starts() {
  static bool const starts = [] {
    void* handle = nullptr;
    if (!card_blas() || card_blas().function<int(void**)>("cublasCreate_v2")(&handle) != 0) return false;
    return card_blas().function<int(void*)>("cublasDestroy_v2")(handle) == 0;
  }();
  return starts;
}

/// Computes C = A * B of matrices on the device, by columns: C' = B' * A' of the transposed
/// matrices, since cuBLAS reads rows as columns.
class card_multiplier {
 public:
  card_multiplier() { require(card_blas().function<int(void**)>("cublasCreate_v2")(&handle_)); }
  ~card_multiplier() { card_blas().function<int(void*)>("cublasDestroy_v2")(handle_); }
  card_multiplier(card_multiplier const&) = delete;
  card_multiplier& operator=(card_multiplier const&) = delete;

  template <class T>
  void operator()(T const* a, T const* b, T* c, int n) const {
    using gemm = int(void*, int, int, int, int, int, T const*, T const*, int, T const*, int, T const*, T*, int);
    auto* const call = card_blas().function<gemm>(std::is_same_v<T, float> ? "cublasSgemm_v2" : "cublasDgemm_v2");
    T const one = 1, none = 0;
    require(call(handle_, 0, 0, n, n, n, &one, b, n, a, n, &none, c, n));
    if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error("cuBLAS: the product failed");
  }

 private:
  static void require(int status) {
    if (status != 0) throw std::runtime_error("cuBLAS: status " + std::to_string(status));
  }
  void* handle_ = nullptr;
};
#endif

}  // namespace example
