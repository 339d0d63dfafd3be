#!/bin/sh
# Proves that the tests of hostile data can fail: the function that turns text into cells (model/text.c) is made to let one
# class of characters through, the program is linked with it, and the tests must notice each time.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
work=$B/tests/mutants
passed=0
failed=0
mkdir -p "$work"

libs=$(pkg-config --libs ncursesw yaml-0.1 libpcre2-8 md4c libxxhash 2>/dev/null || echo '-lncursesw -lyaml -lpcre2-8 -lmd4c -lxxhash')
compile() { eval "$(cat "$B/flags") -Imodel $*"; }

# A name and a sed script that lets the class through.
mutant() {
	name=$1
	sed -e "$2" model/text.c >"$work/$name.c"
	if cmp -s model/text.c "$work/$name.c"; then
		echo "FAILED: the mutation \"$name\" changes nothing; it must follow model/text.c"
		failed=$((failed + 1))
		return
	fi
	if ! compile "-c -o $work/$name.o $work/$name.c" || ! compile "-o $work/$name $B/tui/main.o $work/$name.o $B/libtui.a $B/libkernatlas.a $libs -lm"; then
		echo "FAILED: the mutation \"$name\" does not build"
		failed=$((failed + 1))
		return
	fi
	if KERNATLAS_PROGRAM=$work/$name "$B/tests/screens/test_hostile" >"$work/$name.log" 2>&1; then
		echo "FAILED: \"$name\" went through and no test noticed"
		failed=$((failed + 1))
	else
		echo "ok: $name is noticed"
		passed=$((passed + 1))
	fi
}

mutant escape 's/if (code < 0x20 ||/if ((code < 0x20 \&\& code != 0x1B) ||/'
mutant other-c0 's/if (code < 0x20 ||/if (code == 0x1B || code == 9 || code == 10 ||/'
mutant delete 's/(code >= 0x7F && code < 0xA0)/(code > 0x7F \&\& code < 0xA0)/; s/if (code < 0x7F)/if (code < 0x80)/'
mutant c1 's/(code >= 0x7F && code < 0xA0)/code == 0x7F/; s/if (code < 0x7F)/if (code < 0xA0)/'
mutant bidi 's/is_bidi(code) || code == 0x2028/code == 0x2028/'
mutant invalid-utf8 's/set_visible(cell, "\\xEF\\xBF\\xBD", 1);/cell->text[0] = (*s)[-1], cell->width = 1;/'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
