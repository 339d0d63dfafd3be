#!/bin/sh
# Makes the corpora and measures each size in one run. Sizes may be given: tests/bench/run.sh 22 3400
# The corpora are kept below the build folder and made once for each version of the generator. IDLE: seconds to watch the browser idle (60).
set -eu

build=${B:-build}
bench=$build/tests/bench
program=${PROGRAM:-./kernatlas}
if [ $# -eq 0 ]; then
	set -- 22 3400 34000 100000
fi

for n in "$@"; do
	folder=$build/bench-$n
	if [ ! -e "$folder/made" ] || [ "$bench/generate" -nt "$folder/made" ]; then
		rm -rf "$folder"
		"$bench/generate" "$folder" "$n"
		: > "$folder/made"
	fi
	"$bench/measure" "$bench/events" "$folder" "$n"
	idle=0
	if [ "$n" -eq 34000 ]; then
		idle=${IDLE:-60}
	fi
	"$bench/screen" "$program" "$bench/empty" "$folder" "$n" "$idle"
done
