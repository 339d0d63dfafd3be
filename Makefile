# kernatlas: build, test and install. `make help` lists the targets.
#
# Sources are found by wildcard: a new file in model/, tui/ or tests/ needs no change here.
# Everything built goes to $(B), but for the program ./kernatlas itself.

VERSION := 0.1.0

PREFIX ?= /usr/local
DESTDIR ?=
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
GCOV ?= gcov
FUZZ_CC ?= clang
FUZZ_SECONDS ?= 60
B = build

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all model man run deps clean help install uninstall deb FORCE

# ---- flags ---------------------------------------------------------------------------------------

WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# On a machine that integrates (CI is set there), or by WERROR=1, a warning is an error.
ifneq ($(WERROR)$(CI),)
WARNINGS += -Werror
endif

ALL_CPPFLAGS = -D_GNU_SOURCE -DKERNATLAS_VERSION='"$(VERSION)"' \
	-DKERNATLAS_DATADIR='"$(PREFIX)/share/kernatlas"' -I. $(EXTRA_CPPFLAGS) $(CPPFLAGS)
ALL_CFLAGS = -std=c11 -pthread $(WARNINGS) $(CFLAGS)
LINK = $(CC) -pthread $(CFLAGS) $(LDFLAGS)

# The libraries' own flags are asked for when the first recipe needs them and then kept. Not sooner: in
# `make deps check` they are installed by then, and not before.
pkg = $(shell $(PKG_CONFIG) --$1 $2 2>/dev/null || echo '$3')
keep = $(eval $1 := $2)$($1)
MODEL_CFLAGS = $(call keep,MODEL_CFLAGS,$(call pkg,cflags,yaml-0.1 libpcre2-8 md4c libxxhash,))
MODEL_LIBS = $(call keep,MODEL_LIBS,$(call pkg,libs,yaml-0.1 libpcre2-8 md4c libxxhash,-lyaml -lpcre2-8 -lmd4c -lxxhash))
SCREEN_CFLAGS = $(call keep,SCREEN_CFLAGS,$(call pkg,cflags,ncursesw,))
SCREEN_LIBS = $(call keep,SCREEN_LIBS,$(call pkg,libs,ncursesw,-lncursesw))
CMOCKA_CFLAGS = $(call keep,CMOCKA_CFLAGS,$(call pkg,cflags,cmocka,))
CMOCKA_LIBS = $(call keep,CMOCKA_LIBS,$(call pkg,libs,cmocka,-lcmocka))
VTERM_CFLAGS = $(call keep,VTERM_CFLAGS,$(call pkg,cflags,vterm,))
VTERM_LIBS = $(call keep,VTERM_LIBS,$(call pkg,libs,vterm,-lvterm))

# Homebrew keeps its ncurses out of pkg-config's way.
ifeq ($(shell uname -s),Darwin)
export PKG_CONFIG_PATH := $(PKG_CONFIG_PATH):$(shell brew --prefix ncurses 2>/dev/null)/lib/pkgconfig
endif

# ---- what there is -------------------------------------------------------------------------------

objects = $(patsubst %.c,$(B)/%.o,$(sort $1))
programs = $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/$1/test_*.c)))
helpers = $(call objects,$(filter-out tests/$1/test_%,$(wildcard tests/$1/*.c)))

LIB = $(B)/libkernatlas.a
LIB_OBJ := $(call objects,$(wildcard model/*.c)) $(B)/schema_data.o
TUI_OBJ := $(call objects,$(filter-out tui/main.c,$(wildcard tui/*.c)))
TUI = $(B)/libtui.a
# The program of the plain build lies beside records/ and themes/; a variant's lies beside links to them.
BINARY = $(if $(filter build,$(B)),kernatlas,$(B)/kernatlas)
PROGRAM := $(if $(wildcard tui/main.c),$(BINARY))

PROBES := $(patsubst %.c,$(B)/%,$(wildcard tests/harness/probe_*.c))
HARNESS = $(B)/libharness.a
HARNESS_OBJ := $(call objects,$(filter-out tests/harness/probe_% tests/harness/test_% tests/harness/replay.c,\
	$(wildcard tests/harness/*.c)))

# A unit test sees the library alone. One that includes a header of tui/ or of the harness gets these too.
UNIT := $(call programs,unit)
UNIT_WIDE := $(patsubst %.c,$(B)/%,$(shell grep -lE '"(\.\./\.\./)?(tui|tests/harness)/' \
	/dev/null $(wildcard tests/unit/test_*.c)))
UNIT_PLAIN := $(filter-out $(UNIT_WIDE),$(UNIT))
WIDE_FOLDERS := cli screens fault harness
WIDE := $(foreach folder,$(WIDE_FOLDERS),$(call programs,$(folder)))
FUZZ := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
SCRIPTS := $(sort $(wildcard tests/*/test_*.sh))

ALL_OBJ := $(LIB_OBJ) $(TUI_OBJ) $(call objects,$(wildcard tui/main.c tests/*/*.c))

# ---- build ---------------------------------------------------------------------------------------

all: $(LIB) $(PROGRAM) ## build ./kernatlas (the default)
model: $(LIB) ## build the library alone; it needs no screen library

# V=1 shows the commands, -s shows nothing.
ifneq ($(V)$(findstring s,$(firstword -$(MAKEFLAGS))),)
say = $(if $(V),,@)
else
say = @printf '  %-5s %s\n' '$1' '$@';
endif

# Objects wait for `deps` where both are asked for in one run.
$(ALL_OBJ): | $(filter deps,$(MAKECMDGOALS))

# Rewritten only when the flags differ from the last run's: then all objects are out of date.
FLAGS = $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS)
# It is of all objects: what one of them adds is not taken over from the target that asks for it.
$(B)/flags: EXTRA_CPPFLAGS =
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(FLAGS))' >$@

$(B)/model/%.o $(B)/schema_data.o: EXTRA_CPPFLAGS = $(MODEL_CFLAGS)
$(B)/tui/%.o: EXTRA_CPPFLAGS = -Imodel $(MODEL_CFLAGS) $(SCREEN_CFLAGS)
$(B)/tests/%.o: EXTRA_CPPFLAGS = -Imodel -DKERNATLAS_TEST_BUILD='"$(B)"' -DKERNATLAS_TEST_PROGRAM='"$(BINARY)"' \
	$(MODEL_CFLAGS) $(CMOCKA_CFLAGS) $(if $(findstring tests/unit,$@),,$(SCREEN_CFLAGS) $(VTERM_CFLAGS))

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/schema_data.o: $(B)/schema_data.c $(B)/flags
	$(call say,CC)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The schema as one C string, in octal, so that its bytes are the file's on every compiler.
SCHEMA := $(wildcard records/schema.yaml)
$(B)/schema_data.c: $(SCHEMA) Makefile
	@mkdir -p $(@D)
	$(call say,GEN){ printf '#include "model/schema.h"\n\nconst char schema_data[] = ""\n'; \
		od -An -v -to1 $(or $(SCHEMA),/dev/null) | \
		sed -e 's/ *$$//' -e 's/ *\([0-7][0-7][0-7]\)/\\\1/g' -e 's/^/	"/' -e 's/$$/"/'; \
		printf '	;\nconst size_t schema_data_size = sizeof schema_data - 1;\n'; } >$@

$(LIB): $(LIB_OBJ)
$(TUI): $(TUI_OBJ)
$(HARNESS): $(HARNESS_OBJ)
$(LIB) $(TUI) $(HARNESS):
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(BINARY): $(B)/tui/main.o $(TUI) $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(SCREEN_LIBS) $(MODEL_LIBS) -lm
ifneq ($(B),build)
	@ln -sfn $(CURDIR)/records $(B)/records
	@ln -sfn $(CURDIR)/themes $(B)/themes
endif

# The manual is written by the program, from its own tables.
MAN := $(addprefix $(B)/man/,kernatlas.1 kernatlas-records.5 kernatlas-query.7)
$(MAN): $(BINARY)
	@mkdir -p $(@D)
	$(call say,MAN)./$(BINARY) help manual $(basename $(@F)) >$@
man: $(MAN) ## write the manual to build/man

run: all ## open the browser; ARGS="…" passes arguments
	@./$(BINARY) $(ARGS)

deps: ## install what building and testing need, where it is missing
	@CC='$(CC)' .ci/deps

# ---- tests ---------------------------------------------------------------------------------------

TEST_LIBS = $(CMOCKA_LIBS) $(VTERM_LIBS) $(SCREEN_LIBS) $(MODEL_LIBS) -lm

$(UNIT_PLAIN): %: %.o $(call helpers,unit) $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(CMOCKA_LIBS) $(MODEL_LIBS) -lm
$(UNIT_WIDE): %: %.o $(call helpers,unit) $(HARNESS) $(TUI) $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(TEST_LIBS)
define folder_rule
$(call programs,$1): %: %.o $(if $(filter harness,$1),,$(call helpers,$1)) $$(HARNESS) $$(TUI) $$(LIB)
	$$(call say,LINK)$$(LINK) -o $$@ $$^ $$(TEST_LIBS)
endef
$(foreach folder,$(WIDE_FOLDERS),$(if $(call programs,$(folder)),$(eval $(call folder_rule,$(folder)))))
$(PROBES): %: %.o $(HARNESS) $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(TEST_LIBS)

# Without FUZZER a fuzz target is linked with a driver that replays its stored inputs.
FUZZ_DRIVER = $(B)/tests/harness/replay.o
FUZZ_TUI := $(patsubst %.c,$(B)/%,$(shell grep -lE '"(\.\./\.\./)?tui/' /dev/null $(wildcard tests/fuzz/fuzz_*.c)))
$(FUZZ): %: %.o $(call objects,$(filter-out tests/fuzz/fuzz_%,$(wildcard tests/fuzz/*.c))) $(FUZZ_DRIVER) $(TUI) $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(if $(filter $@,$(FUZZ_TUI)),$(SCREEN_LIBS)) $(MODEL_LIBS) -lm

.PHONY: tests check check-unit check-cli check-screens check-model check-harness asan valgrind coverage bench fuzz lint
ALL_TESTS := $(UNIT) $(WIDE) $(FUZZ)
tests: all $(ALL_TESTS) $(PROBES) ## build the tests without running them

RUN = B=$(B) tests/run.sh
check: tests ## run every test; ONLY=word runs those with the word in their name
	@$(RUN) $(ALL_TESTS) $(SCRIPTS)
check-unit: $(UNIT) $(if $(UNIT_WIDE),tests) ## the model's and the screen parts' unit tests
	@$(RUN) $(UNIT)
check-model: $(UNIT_PLAIN) ## the unit tests of the library alone
	@$(RUN) $(UNIT_PLAIN)
check-cli: tests ## the command line's tests
	@$(RUN) $(filter $(B)/tests/cli/%,$(WIDE)) $(filter tests/cli/%,$(SCRIPTS))
check-screens: tests ## the browser on a pseudo-terminal; UPDATE_GOLDEN=1 rewrites the expected screens
	@$(RUN) $(filter $(B)/tests/screens/%,$(WIDE)) $(filter tests/screens/%,$(SCRIPTS))
check-harness: $(call programs,harness) $(PROBES) ## the tests of the test harness
	@$(RUN) $(call programs,harness)

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined
asan: ## all tests with the address and undefined-behaviour sanitizers, under build-asan/
	@$(MAKE) check B=build-asan CFLAGS='-O1 -g -fno-omit-frame-pointer $(SANITIZE)' TEST_REPORTS=asan TEST_SLOW=4

valgrind: tests ## all tests with the program and the unit tests under valgrind
	@TEST_REPORTS=valgrind TEST_SLOW=20 $(RUN) $(UNIT) $(filter-out $(B)/tests/harness/%,$(WIDE)) $(SCRIPTS)

coverage: ## line coverage of model/ and tui/, under build-coverage/
	@$(MAKE) tests B=build-coverage CFLAGS='-O0 -g --coverage -fprofile-update=atomic'
	@find build-coverage -name '*.gcda' -exec rm -f {} +
	@$(MAKE) check B=build-coverage CFLAGS='-O0 -g --coverage -fprofile-update=atomic' TEST_SLOW=4
	@GCOV='$(GCOV)' tests/coverage.sh build-coverage

# Each file of tests/bench/ is a program of its own, but for what they share.
BENCH := $(patsubst %.c,$(B)/%,$(filter-out tests/bench/bench.c,$(wildcard tests/bench/*.c)))
$(BENCH): %: %.o $(B)/tests/bench/bench.o $(B)/tests/harness/quiet.o $(LIB)
	$(call say,LINK)$(LINK) -o $@ $^ $(SCREEN_LIBS) $(MODEL_LIBS) -lm
bench: all $(BENCH) ## measure speed and memory against limits
	@B=$(B) PROGRAM=./$(BINARY) tests/bench/run.sh

fuzz: ## fuzz every target for FUZZ_SECONDS (60) each, with clang, under build-fuzz/
	@$(MAKE) fuzz-programs B=build-fuzz CC='$(FUZZ_CC)' FUZZ_DRIVER= \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined' \
		LDFLAGS='-fsanitize=fuzzer'
	@tests/fuzz.sh build-fuzz '$(FUZZ_SECONDS)' $(ONLY)
.PHONY: fuzz-programs
fuzz-programs: $(FUZZ)

LINT_SRC := $(sort $(wildcard model/*.c tui/*.c tests/*/*.c))
lint: ## clang-tidy and cppcheck over all sources; ONLY=word those with the word in their path
	@LINT_FLAGS='-std=c11 -D_GNU_SOURCE -I. -Imodel $(MODEL_CFLAGS) $(SCREEN_CFLAGS) -DKERNATLAS_VERSION="lint" \
		-DKERNATLAS_DATADIR="lint" -DKERNATLAS_TEST_BUILD="lint" -DKERNATLAS_TEST_PROGRAM="lint"' \
		tests/lint.sh $(if $(ONLY),$(foreach file,$(LINT_SRC),$(if $(findstring $(ONLY),$(file)),$(file))),$(LINT_SRC))

# ---- install -------------------------------------------------------------------------------------

DATA = $(DESTDIR)$(PREFIX)/share/kernatlas
# Absolute: files are installed from within their folder.
SHARED = $(abspath $(DESTDIR)$(PREFIX)/share)
MANDIR = $(DESTDIR)$(PREFIX)/share/man
install: all man ## install the program, its manual, the shells' completions, the records and the themes
	@mkdir -p '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(BINARY) '$(DESTDIR)$(PREFIX)/bin/kernatlas'
	@for page in $(MAN); do mkdir -p "$(MANDIR)/man$${page##*.}" && \
		install -m 644 "$$page" "$(MANDIR)/man$${page##*.}" || exit 1; done
	@cd tui/completions && find . -type f ! -name '.*' | while IFS= read -r file; do \
		mkdir -p "$(SHARED)/$$(dirname "$$file")" && install -m 644 "$$file" "$(SHARED)/$$file" || exit 1; done
	@find records themes -type f ! -name '.*' | while IFS= read -r file; do \
		mkdir -p "$(DATA)/$$(dirname "$$file")" && install -m 644 "$$file" "$(DATA)/$$file" || exit 1; done

uninstall: ## remove what `make install` put there
	rm -f '$(DESTDIR)$(PREFIX)/bin/kernatlas'
	@for page in $(notdir $(MAN)); do rm -f "$(MANDIR)/man$${page##*.}/$$page"; done
	@cd tui/completions && find . -type f ! -name '.*' | while IFS= read -r file; do rm -f "$(SHARED)/$$file"; done
	@find records themes -type f ! -name '.*' | while IFS= read -r file; do rm -f "$(DATA)/$$file"; done
	@! test -d '$(DATA)' || find '$(DATA)' -depth -type d -exec rmdir {} + 2>/dev/null || :

deb: ## make a Debian package, under build-deb/
	@VERSION='$(VERSION)' MAKE='$(MAKE)' .debian/build

clean: ## remove everything built
	rm -rf build build-asan build-coverage build-fuzz build-deb kernatlas

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

-include $(ALL_OBJ:.o=.d)
