# What the scripts share: finding and installing what the machine lacks. Sourced, never run.
# shellcheck shell=bash

if [[ -t 1 ]]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '%s== %s%s\n' "$bold" "$*" "$plain"; }
fail() {
  printf 'thrum: %s\n' "$*" >&2
  exit 1
}

jobs() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# CUDA's installer leaves nvcc out of the PATH.
if [[ -x /usr/local/cuda/bin/nvcc ]] && ! command -v nvcc >/dev/null; then
  export PATH="$PATH:/usr/local/cuda/bin"
fi
# Fedora leaves MPI out of the PATH, for there may be several.
has_mpi() {
  if [[ -x /usr/lib64/openmpi/bin/mpicxx ]] && ! command -v mpicxx >/dev/null; then
    export PATH="$PATH:/usr/lib64/openmpi/bin"
  fi
  command -v mpicxx >/dev/null && command -v mpiexec >/dev/null
}
has_mpi || true
if command -v brew >/dev/null; then
  CMAKE_PREFIX_PATH="${CMAKE_PREFIX_PATH:+$CMAKE_PREFIX_PATH:}$(brew --prefix)"
  export CMAKE_PREFIX_PATH
fi
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache
fi

has_card() { command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q GPU; }

compiler() {
  local candidate
  for candidate in "${CXX:-}" c++ g++ clang++; do
    if [[ -n $candidate ]] && command -v "$candidate" >/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

has_header() {
  local cxx includes=()
  cxx=$(compiler) || return 1
  if command -v brew >/dev/null; then includes=(-I "$(brew --prefix)/include"); fi
  echo "#include <$1>" | "$cxx" -std=c++20 "${includes[@]}" -x c++ -fsyntax-only - 2>/dev/null
}

# Whether the machine has one of the things that install() knows.
present() {
  case $1 in
    compiler) compiler >/dev/null && has_header concepts ;;
    cmake) command -v cmake >/dev/null ;;
    ninja) command -v ninja >/dev/null ;;
    tbb) has_header oneapi/tbb/version.h ;;
    doctest) has_header doctest/doctest.h ;;
    mpi) has_mpi ;;
    cli11) has_header CLI/CLI.hpp ;;
    stb) has_header stb/stb_image_write.h || has_header stb_image_write.h ;;
    benchmark) has_header benchmark/benchmark.h ;;
    eigen) has_header eigen3/Eigen/Core || has_header Eigen/Core ;;
    boost-sort) has_header boost/sort/sort.hpp ;;
    vqsort) has_header hwy/contrib/sort/vqsort.h ;;
    ips4o) has_header ips4o.hpp ;;
    clang) command -v clang++ >/dev/null ;;
    sanitizers) [[ $(uname) == Darwin ]] ||
      { echo 'int main() {}' | "$(compiler)" -fsanitize=address,undefined -x c++ - -o /dev/null 2>/dev/null &&
        echo 'int main() {}' | "$(compiler)" -fsanitize=thread -x c++ - -o /dev/null 2>/dev/null; } ;;
    clang-modules) compgen -c clang++- | grep -Eqx 'clang\+\+-(19|2[0-2])' ;;
    clang-sanitizers) echo 'int main() {}' | clang++ -fsanitize=address,undefined -x c++ - -o /dev/null 2>/dev/null ;;
    pkg-config) command -v pkg-config >/dev/null ;;
    gdb) command -v gdb >/dev/null ;;
    python) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    *) fail "nothing is called $1" ;;
  esac
}

# The packages of one thing, for a package manager.
packages_of() {
  case $1:$2 in
    apt:compiler) echo g++ ;;
    apt:cmake) echo cmake ;;
    apt:ninja) echo ninja-build ;;
    apt:tbb) echo libtbb-dev ;;
    apt:doctest) echo doctest-dev ;;
    apt:mpi) echo libopenmpi-dev openmpi-bin ;;
    apt:cli11) echo libcli11-dev ;;
    apt:stb) echo libstb-dev ;;
    apt:benchmark) echo libbenchmark-dev ;;
    apt:eigen) echo libeigen3-dev ;;
    apt:boost-sort) echo libboost-dev ;;
    apt:vqsort) echo libhwy-dev ;;
    apt:ips4o) echo libips4o-dev ;;
    apt:clang) echo clang ;;
    apt:clang-modules) echo clang-19 clang-tools-19 ;;
    apt:sanitizers) echo g++ ;;
    apt:clang-sanitizers) apt-cache depends clang | sed -n 's/.*Depends: clang-\([0-9]*\)$/libclang-rt-\1-dev/p' ;;
    apt:pkg-config) echo pkg-config ;;
    apt:gdb) echo gdb ;;
    apt:python) echo python3-venv ;;
    dnf:compiler) echo gcc-c++ ;;
    dnf:cmake) echo cmake ;;
    dnf:ninja) echo ninja-build ;;
    dnf:tbb) echo tbb-devel ;;
    dnf:doctest) echo doctest-devel ;;
    dnf:mpi) echo openmpi-devel ;;
    dnf:cli11) echo cli11-devel ;;
    dnf:stb) echo stb-devel ;;
    dnf:benchmark) echo google-benchmark-devel ;;
    dnf:eigen) echo eigen3-devel ;;
    dnf:boost-sort) echo boost-devel ;;
    dnf:vqsort) echo highway-devel ;;
    dnf:clang) echo clang ;;
    dnf:clang-sanitizers) echo compiler-rt ;;
    dnf:sanitizers) echo libasan libubsan libtsan ;;
    dnf:pkg-config) echo pkgconf-pkg-config ;;
    dnf:gdb) echo gdb ;;
    dnf:python) echo python3 ;;
    brew:compiler) echo llvm ;;
    brew:cmake) echo cmake ;;
    brew:ninja) echo ninja ;;
    brew:tbb) echo tbb ;;
    brew:doctest) echo doctest ;;
    brew:mpi) echo open-mpi ;;
    brew:cli11) echo cli11 ;;
    brew:benchmark) echo google-benchmark ;;
    brew:eigen) echo eigen ;;
    brew:boost-sort) echo boost ;;
    brew:vqsort) echo highway ;;
    brew:clang | brew:clang-sanitizers) echo llvm ;;
    brew:pkg-config) echo pkgconf ;;
    brew:python) echo python ;;
  esac
}

# install <thing>...: what is missing of them, by the machine's package manager.
install() {
  local thing missing=() packages=() names manager log as_root=()
  for thing in "$@"; do
    present "$thing" || missing+=("$thing")
  done
  if ((${#missing[@]} == 0)); then return; fi

  if command -v apt-get >/dev/null; then manager=apt
  elif command -v dnf >/dev/null; then manager=dnf
  elif command -v brew >/dev/null; then manager=brew
  else fail "please install: ${missing[*]} (this script knows apt, dnf and brew, and found none of them)"
  fi
  if [[ $manager != brew ]] && ((EUID != 0)); then
    command -v sudo >/dev/null || fail "please install as root: ${missing[*]} (by $manager)"
    as_root=(sudo)
  fi
  log=$(mktemp)
  # First, for packages_of looks into the lists, and a fresh machine has none. An old list may do.
  if [[ $manager == apt ]]; then "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || true; fi
  for thing in "${missing[@]}"; do
    read -ra names <<<"$(packages_of "$manager" "$thing")"
    packages+=("${names[@]}")
  done

  say "Installing ${packages[*]}"
  case $manager in
    apt)
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${packages[@]}" >>"$log" 2>&1 || fail "apt-get could not install ${packages[*]}: $(tail -n 5 "$log")"
      ;;
    dnf) "${as_root[@]}" dnf install -y -q "${packages[@]}" || fail "dnf could not install ${packages[*]}" ;;
    brew) brew install --quiet "${packages[@]}" || fail "brew could not install ${packages[*]}" ;;
  esac
  rm -f "$log"
  for thing in "${missing[@]}"; do
    present "$thing" || fail "$thing is still missing after installing $(packages_of "$manager" "$thing")"
  done
}

# Puts a CMake that is new enough on the PATH: the machine's, else one from PyPI beside the builds.
need_cmake() {
  local root=$1 version
  version=$(cmake --version | sed -n '1s/[^0-9]*//p')
  if [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -1) == 3.25 ]]; then return; fi
  say "CMake $version is older than 3.25: fetching a newer one into build/cmake"
  if [[ ! -x $root/build/cmake/bin/cmake ]]; then
    install python
    python3 -m venv "$root/build/cmake"
    "$root/build/cmake/bin/pip" -q install 'cmake>=3.25,<4' || fail "please install CMake 3.25 or newer"
  fi
  export PATH="$root/build/cmake/bin:$PATH"
}

# Puts Conan on the PATH, which is not among the packages of the machine's own managers: what is there, else one from PyPI
# beside the builds.
need_conan() {
  local root=$1
  if command -v conan >/dev/null; then return; fi
  if [[ ! -x $root/build/conan-venv/bin/conan ]]; then
    say "Fetching Conan into build/conan-venv"
    install python
    python3 -m venv "$root/build/conan-venv"
    "$root/build/conan-venv/bin/pip" -q install 'conan>=2.34,<3' || fail "please install Conan 2 (pip install conan)"
  fi
  export PATH="$PATH:$root/build/conan-venv/bin"
}

# quietly <log> <command>...: the output goes to the log, and to the screen only when the command fails.
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    fail "failed: $* (the whole output is in $log)"
  fi
}
