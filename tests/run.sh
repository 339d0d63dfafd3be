#!/bin/sh
# Runs test programs and scripts, each with a time limit, two at a time, and sums what they report.
#
#   B=build tests/run.sh TEST...      the last line is "N passed, N failed"; fails when a test failed
#
# A cmocka program counts as many tests as it reports. Any other program may end its output with a line
# "N passed, N failed"; one that does not is one test, passed when its status is 0. A program that dies or
# runs out of time adds one failed test to those it had passed. What failed is shown after the last test.
#
#   ONLY=word          runs the tests with the word in their path
#   TEST_JOBS=2        how many at a time
#   TEST_LIMIT=300     seconds for one program
#   TEST_SLOW=1        the factor by which everything is slower than usual: all limits are multiplied
#   TEST_REPORTS=asan  collects the sanitizers' reports apart from the output; each is a failed test
#   TEST_REPORTS=valgrind  the same for valgrind, and runs the unit tests and the program under it
set -u
cd "$(dirname "$0")/.." || exit 2
B=${B:-build}
results=$B/tests/results
case $B in
/*) reports=$B/tests/reports ;;
*) reports=$PWD/$B/tests/reports ;;
esac
summary=$B/tests/summary
limit=$((${TEST_LIMIT:-300} * ${TEST_SLOW:-1}))
valgrind="valgrind -q --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=99 \
--log-file=$reports/valgrind.%p"

limited() {
	if command -v timeout >/dev/null 2>&1; then
		timeout -k 10 "$limit" "$@"
	else
		"$@"
	fi
}

# Reads a test's output, prints "PASSED FAILED".
count() {
	awk -v status="$1" '
		/^\[=+\].*Running [0-9]+ test/ { cmocka = open = 1 }
		open && /^\[ +OK +\]/ { passed++ }
		open && /^\[ +(FAILED|ERROR) +\] [^-]/ { failed++ }
		/^\[=+\].*test\(s\) run/ { open = 0 }
		/^[0-9]+ passed, [0-9]+ failed$/ { said = 1; said_passed = $1; said_failed = $3 }
		END {
			if (said) { passed = said_passed; failed = said_failed }
			else if (!cmocka) passed = status == 0
			else if (open) failed++
			if (status != 0 && failed + 0 == 0) failed = 1
			print passed + 0, failed + 0
		}'
}

# Runs one test and leaves NAME.log and NAME.count in the results.
run_one() {
	test=$1
	name=$(printf '%s' "$test" | sed -e "s|^$B/||" -e 's|^tests/||' | tr '/' '.')
	case $test in
	/*) set -- "$test" ;;
	*) set -- "./$test" ;;
	esac
	# shellcheck disable=SC2086 # valgrind's own arguments are words to be split
	case $test in
	*/tests/unit/*) [ "${TEST_REPORTS:-}" != valgrind ] || set -- $valgrind "$@" ;;
	esac
	status=0
	limited "$@" >"$results/$name.log" 2>&1 </dev/null || status=$?
	case $status in
	0) ;;
	124 | 137) echo "The test did not end within $limit seconds." >>"$results/$name.log" ;;
	*) echo "The test ended with status $status." >>"$results/$name.log" ;;
	esac
	counts=$(count "$status" <"$results/$name.log")
	echo "$counts" >"$results/$name.count"
	passed=${counts% *}
	failed=${counts#* }
	if [ "$failed" -eq 0 ]; then
		printf '  ok    %-40s %4d\n' "$name" "$passed"
	else
		printf '  FAIL  %-40s %4d, %d failed\n' "$name" "$passed" "$failed"
	fi
}

if [ "${1:-}" = --one ]; then
	[ -z "${2:-}" ] || run_one "$2"
	exit 0
fi

export B TEST_SLOW="${TEST_SLOW:-1}"
unset LINES COLUMNS MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$results" "$reports" "$summary"
mkdir -p "$results" "$reports"
case ${TEST_REPORTS:-} in
asan)
	export ASAN_OPTIONS="log_path=$reports/asan:exitcode=99:detect_stack_use_after_return=1:${ASAN_OPTIONS:-}"
	export UBSAN_OPTIONS="log_path=$reports/ubsan:print_stacktrace=1:${UBSAN_OPTIONS:-}"
	;;
valgrind) export KERNATLAS_WRAPPER="$valgrind" ;;
esac

for test in "$@"; do
	case $test in
	*"${ONLY:-}"*) echo "$test" ;;
	esac
done | xargs -P "${TEST_JOBS:-2}" -n 1 "$0" --one

for counts in "$results"/*.count; do
	[ -e "$counts" ] || continue
	read -r _ failed <"$counts"
	[ "$failed" -gt 0 ] || continue
	printf '\n==== %s\n' "$(basename "$counts" .count)"
	tail -n 400 "${counts%.count}.log"
done
bad=0
for report in "$reports"/*; do
	[ -s "$report" ] || continue
	bad=$((bad + 1))
	printf '\n==== %s\n' "$(basename "$report")"
	head -n 80 "$report"
done

cat "$results"/*.count 2>/dev/null | awk -v bad="$bad" '
	{ passed += $1; failed += $2 }
	END { printf "%d passed, %d failed\n", passed, failed + bad }' | tee "$summary"
grep -q ' 0 failed$' "$summary"
