#!/bin/sh
# Fuzzes each target for a time: tests/fuzz.sh BUILD SECONDS [WORD]
#
# A target is BUILD/tests/fuzz/fuzz_x. It starts from the stored inputs tests/fuzz/corpus/x/, uses the dictionary
# tests/fuzz/x.dict where there is one, keeps the inputs that reach new code in BUILD/corpus/x/ for the next time,
# and leaves an input that breaks it in BUILD/findings/. With WORD only the targets with it in their name run.
set -u
cd "$(dirname "$0")/.." || exit 2
build=$1
seconds=$2
word=${3:-}
status=0

mkdir -p "$build/findings"
for target in "$build"/tests/fuzz/fuzz_*"$word"*; do
	case $target in
	*.o | *.d | *'*'*) continue ;;
	esac
	name=${target##*/fuzz_}
	mkdir -p "$build/corpus/$name"
	set -- "$build/corpus/$name"
	[ ! -d "tests/fuzz/corpus/$name" ] || set -- "$@" "tests/fuzz/corpus/$name"
	[ ! -f "tests/fuzz/$name.dict" ] || set -- "-dict=tests/fuzz/$name.dict" "$@"
	log=$build/findings/$name.log
	if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="$build/findings/$name-" "$@" >"$log" 2>&1; then
		runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
		echo "  ok    $name: $runs inputs in $seconds s"
	else
		echo "  FAIL  $name"
		tail -n 60 "$log"
		status=1
	fi
done
exit "$status"
