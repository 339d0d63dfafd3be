#!/bin/sh
# Prints the line coverage of each file of model/ and tui/, the files with the most uncovered lines first, and of
# both folders, from the counts that a build with --coverage left in the folder $1.
set -eu
cd "$(dirname "$0")/.."
build=$1

# gcov says "File 'model/buf.c'" and then "Lines executed:95.00% of 120".
find "$build/model" "$build/tui" -name '*.gcda' 2>/dev/null | sort | while IFS= read -r counts; do
	${GCOV:-gcov} -n -o "$(dirname "$counts")" "$counts" 2>/dev/null
done | awk -F "'" '
	/^File / { file = $2 }
	/^Lines executed:/ && file ~ /^(model|tui)\/.*\.c$/ {
		sub(/^Lines executed:/, "")
		split($0, part, "% of ")
		printf "%s %d %d\n", file, part[2] * part[1] / 100 + 0.5, part[2]
		file = ""
	}' >"$build/coverage.txt"

awk '{ printf "%6d uncovered  %5.1f %%  %s\n", $3 - $2, 100 * $2 / $3, $1 }' "$build/coverage.txt" | sort -rn
awk '
	{ folder = $1; sub(/\/.*/, "", folder); covered[folder] += $2; lines[folder] += $3 }
	END {
		for (folder in lines)
			printf "%s/: %.1f %% of %d lines\n", folder, 100 * covered[folder] / lines[folder], lines[folder]
	}' "$build/coverage.txt" | sort
