#!/bin/sh
# Runs clang-tidy (.clang-tidy) and cppcheck over the sources given, with the flags in LINT_FLAGS.
# Fails when one of them finds something, or is not there.
set -u
cd "$(dirname "$0")/.." || exit 2
status=0

for tool in clang-tidy cppcheck; do
	command -v "$tool" >/dev/null 2>&1 || {
		echo "lint: $tool is not installed" >&2
		exit 2
	}
done

# shellcheck disable=SC2016 # the inner shell expands; its flags are words to be split
printf '%s\n' "$@" | xargs -P 2 -n 1 sh -c '
	flags=$0
	clang-tidy --quiet --warnings-as-errors="*" "$@" -- $flags 2>/dev/null' "$LINT_FLAGS" || status=1

cppcheck --std=c11 --language=c --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --quiet \
	-j 2 --suppressions-list=tests/cppcheck.supp -D_GNU_SOURCE -I . -I model "$@" || status=1

[ "$status" -ne 0 ] || echo "lint: $# files, nothing found"
exit "$status"
