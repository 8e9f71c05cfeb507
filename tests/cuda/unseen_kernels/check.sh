#!/usr/bin/env bash
# check.sh <planted object> <program>...: fails where a program has a kernel that nvcc's compilation for the host launches and its
# compilation for the device did not come to. Each launch of such a kernel fails as one of an invalid device function.
# nvcc gives a kernel template a wrapper that launches nothing, and specialises the wrapper for each kernel that it has made.
# What calls cudaLaunchKernel itself is a wrapper without specialisation. It is a function of its own where nothing is optimised.
set -euo pipefail

unseen() {
  objdump -dr --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ <.*>:$/ { name = $2; wrapper = name ~ /__wrapper__device_stub_/ }
    wrapper && /cudaLaunchKernel/ { print name }' | tr -d '<>:' | c++filt
}

planted=$(unseen "$1")
if [[ $planted != *unseen* || $planted == *stub_seen* ]]; then
  echo "the planted kernel was not told from the others; found: ${planted:-nothing}"
  exit 1
fi
status=0
for program in "${@:2}"; do
  found=$(unseen "$program")
  if [[ $found ]]; then
    printf '%s launches kernels that nvcc has not compiled for the device:\n%s\n' "$(basename "$program")" "$found"
    status=1
  fi
done
exit $status
