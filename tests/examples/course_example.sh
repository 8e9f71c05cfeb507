#!/usr/bin/env bash
# course_example.sh <program>: an example of the course at its small size, on every policy; and with its results taken for
# wrong, which its check has to find.
set -euo pipefail
source "$(dirname "$0")/common.sh"

expect 0 'check: ok (' --quick
expect 1 'check: FAILED (' --quick --spoil
