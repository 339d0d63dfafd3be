#!/bin/sh
# What `make install` and the Debian package put in place runs from any folder with its own records, themes and manual, and goes
# again without a trace.
set -u
cd "$(dirname "$0")/../.." || exit 2
project=$PWD
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Says how a check ended: the status of what was run before, and what it was about.
told() {
	if [ "$1" -eq 0 ]; then
		echo "ok: $2"
		passed=$((passed + 1))
	else
		echo "FAILED: $2"
		failed=$((failed + 1))
	fi
}

# The program below a folder, with nothing of the user's and from a folder that has neither records nor themes.
run_from_elsewhere() {
	prefix=$1
	shift
	(cd "$work/elsewhere" && env -i HOME="$work/home" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 TERM=xterm "$prefix/bin/kernatlas" "$@")
}

# All that must hold of a tree in which the program is installed: the tree, its name, zsh's folder there.
check_tree() {
	prefix=$1
	name=$2
	[ "$(run_from_elsewhere "$prefix" list --count)" = "$(./kernatlas -r records list --count)" ]
	told $? "$name: its own records are found"
	run_from_elsewhere "$prefix" doctor > "$work/doctor"
	grep -q "used  *$prefix/.*share/kernatlas/records\$" "$work/doctor"
	told $? "$name: doctor says which records are used"
	[ "$(run_from_elsewhere "$prefix" --theme light snapshot --format svg --size 80x24)" = \
		"$(./kernatlas -r records --theme themes/light.yaml snapshot --format svg --size 80x24)" ]
	told $? "$name: its themes are found"
	for page in man1/kernatlas.1 man5/kernatlas-records.5 man7/kernatlas-query.7; do
		[ -s "$prefix/share/man/$page" ] || [ -s "$prefix/share/man/$page.gz" ]
		told $? "$name: the manual has $page"
	done
	for file in bash-completion/completions/kernatlas "zsh/$3/_kernatlas" fish/vendor_completions.d/kernatlas.fish; do
		[ -s "$prefix/share/$file" ]
		told $? "$name: there is $file"
	done
}

mkdir -p "$work/elsewhere" "$work/home"
make install B="${B:-build}" DESTDIR="$work/tree" > "$work/log" 2>&1 || cat "$work/log"
check_tree "$work/tree/usr/local" "make install" site-functions
make uninstall B="${B:-build}" DESTDIR="$work/tree" > "$work/log" 2>&1 || cat "$work/log"
[ -z "$(find "$work/tree" ! -type d)" ]
told $? "make uninstall leaves no file"
[ -z "$(find "$work/tree" -name '*kernatlas*')" ]
told $? "make uninstall leaves no folder of its own"

if command -v dpkg-deb > /dev/null && command -v dpkg-shlibdeps > /dev/null; then
	make deb > "$work/log" 2>&1 || cat "$work/log"
	package=$(ls build-deb/kernatlas_*.deb)
	dpkg-deb -x "$package" "$work/package" && dpkg-deb -e "$package" "$work/control"
	told $? "the package can be unpacked"
	check_tree "$work/package/usr" "the package" vendor-completions
	grep -q '^Depends: .*libncursesw6.*libyaml-0-2' "$work/control/control"
	told $? "the package depends on the libraries of the program"
	(cd "$work/package" && md5sum --quiet -c "$work/control/md5sums")
	told $? "the package's checksums are those of its files"
	[ -z "$(find "$work/package" -type f ! -path '*/usr/*')" ]
	told $? "the package has files below /usr alone"
else
	echo "not tested: the Debian package, since dpkg-dev is not installed"
fi
cd "$project" || exit 2
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
