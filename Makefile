# SPDX-License-Identifier: GPL-2.0-or-later
# One Makefile, no recursion. Objects of each flavour (plain, asan, static for a CPU) live in build/<flavour>.
# `make help` lists the targets; V=1 shows the commands.

-include config.mk

VERSION := $(shell cat VERSION)
CC ?= cc
CFLAGS ?= -O3 -g
prefix ?= /usr/local
bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
bashdir ?= $(prefix)/share/bash-completion/completions
zshdir ?= $(prefix)/share/zsh/site-functions
fishdir ?= $(prefix)/share/fish/vendor_completions.d

Q := $(if $(V),,@)
say = @$(if $(V),true,printf '  %-7s %s\n' "$1" "$2")

warnings := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
cppflags := -std=c11 -D_GNU_SOURCE -Isrc -I. -MMD -MP
libs := -ldw -lelf -lz -lzstd -llzma -liberty -lm

flavour ?= plain
build := build/$(flavour)

# Work whose stacks are known: its functions keep their frames and their calls.
$(build)/src/doctor/work.o: cppflags += -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls

$(build)/src/cli/version.o: cppflags += -DPMREC_VERSION='"$(VERSION)"'

# src/musl is for static builds only: the names its libraries miss, and faster memory functions for its CPU.
sources := $(filter-out src/musl/%,$(wildcard src/*/*.c))
objects := $(sources:%.c=$(build)/%.o) $(build)/build/page.o
extra_objects := $(extra:%.c=$(build)/%.o)
# All of src but main.c: of an archive a program takes what it calls, and the many tests are linked fast.
archive := $(build)/pmrec.a
unit_sources := $(wildcard tests/unit/*/*.c)
units := $(unit_sources:tests/unit/%.c=$(build)/unit/%)
workloads := $(patsubst tests/workloads/%.c,build/workloads/%,$(wildcard tests/workloads/*.c)) \
	$(addprefix build/workloads/unwind/,calls recursion frames signals contexts threads times plug plug_a.so plug_b.so asm exceptions)
fuzzers := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
manuals := $(wildcard man/*.1)

.PHONY: all check check-unit check-e2e check-asan check-static check-vm check-web lint format fuzz fuzz-smoke bench install uninstall dist \
	distcheck static clean distclean help units workloads golden-update

all: pmrec

ifeq ($(wildcard config.mk),)
# Not with the flags of one flavour, which make hands on in the environment.
config.mk:
	$(Q)env -u CFLAGS -u LDFLAGS -u CC ./configure
endif

pmrec: $(build)/pmrec
	$(Q)cp $< $@

$(archive): $(objects)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(build)/pmrec: $(build)/src/main.o $(extra_objects) $(archive)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

$(build)/%.o: %.c VERSION $(wildcard config.mk)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(cppflags) $(warnings) $(CFLAGS) -c -o $@ $<

# The page of flame graphs, as C: the same for all flavours.
page_parts := $(wildcard src/output/flame*.html src/output/flame*.css src/output/flame*.js) src/output/svg.js

build/page.c: scripts/embed $(page_parts)
	$(call say,EMBED,$@)
	$(Q)mkdir -p $(@D)
	$(Q)scripts/embed src/output >$@.new && mv $@.new $@

units: $(units)

$(build)/unit/%: $(build)/tests/unit/%.o $(extra_objects) $(archive)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

.SECONDARY:

-include $(objects:.o=.d) $(extra_objects:.o=.d) $(build)/src/main.d $(build)/tests/unwind/rows.d $(units:$(build)/unit/%=$(build)/tests/unit/%.d) \
	$(patsubst tests/fuzz/%.c,$(build)/tests/fuzz/%.d,$(wildcard tests/fuzz/*.c))

# Workloads keep their functions and frame pointers, so that the stack they state is the one that is there. gcc
# leaves frame pointers out of leaf functions at any other level, whatever it is told.
workloads: $(workloads) $(build)/rows

# What the unwinder makes of a file, to be compared with what readelf does.
$(build)/rows: $(build)/tests/unwind/rows.o $(archive)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

build/workloads/%: tests/workloads/%.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(warnings) -O0 -g -fno-omit-frame-pointer -pthread -o $@ $<

# Those of tests/workloads/unwind are what unwinding is tried on: optimized, without frame pointers.
unwind_flags := $(warnings) -O2 -g -fomit-frame-pointer -pthread

build/workloads/unwind/%: tests/workloads/unwind/%.c tests/workloads/unwind/truth.h
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(unwind_flags) -o $@ $(filter-out %.h,$^) -ldl

build/workloads/unwind/asm: tests/workloads/unwind/asm.S

build/workloads/unwind/exceptions: tests/workloads/unwind/exceptions.cc tests/workloads/unwind/truth.h
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)if command -v $(CXX) >/dev/null; then $(CXX) -std=c++17 -Wall -Wextra -O2 -g -fomit-frame-pointer -o $@ $<; fi

build/workloads/unwind/plug_%.so: tests/workloads/unwind/plug_lib.c tests/workloads/unwind/truth.h
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(unwind_flags) -shared -fPIC -DPART=$* $(if $(filter b,$*),-DFIXED=1000) -o $@ $<

check: check-unit check-e2e

# Tests run side by side. Those that say "# Alone: " and why need the machine for themselves, and come last.
jobs ?= 2
prove := prove --timer $(PROVE_FLAGS)
alone := $(shell grep -l '^. Alone: ' tests/e2e/*.t)
together := $(filter-out $(alone),$(wildcard tests/e2e/*.t))
# python3 may be a wrapper that looks for the right one each time (pyenv): that takes longer than what it runs.
e2e_path = $(dir $(shell python3 -c 'import sys; print(sys.executable)' 2>/dev/null)):$$PATH
e2e = export PATH="$(e2e_path)"; $(prove) -j$(jobs) --exec sh $(together) && $(prove) --exec sh $(alone)

check-unit: units
	$(Q)$(prove) -j$(jobs) --exec '' $(units)

check-e2e: pmrec workloads
	$(Q)export PMREC=$${PMREC:-$(CURDIR)/pmrec}; $(e2e)

asan_flags := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Half of what a process takes to start is the linking of the sanitizers: gcc is told to do it here, clang does so itself.
asan_ldflags = $(if $(findstring clang,$(shell $(CC) --version)),,-static-libasan -static-libubsan)

check-asan:
	$(Q)$(MAKE) flavour=asan CFLAGS='$(asan_flags)' LDFLAGS='$(asan_ldflags)' build/asan/pmrec units workloads
	$(Q)$(prove) -j$(jobs) --exec '' $(unit_sources:tests/unit/%.c=build/asan/unit/%)
	$(Q)export PMREC=$(CURDIR)/build/asan/pmrec PMREC_ASAN=1; $(e2e)

# The product: one static binary for each of these CPUs.
static_arches := amd64 arm64
static_cflags := -O3 -g
static_cpu_amd64 := x86_64
static_cpu_arm64 := aarch64

static: $(static_arches:%=pmrec-static-%)

build/toolchain-%/cc: scripts/musl-toolchain
	$(call say,SETUP,$(@D))
	$(Q)scripts/musl-toolchain $* $(@D) && touch $@

# A static link that took a library of the wrong libc would still run here and fail elsewhere; so it is proved.
pmrec-static-%: build/toolchain-%/cc FORCE
	$(Q)$(MAKE) $(static_make) build/static-$*/pmrec
	$(Q)scripts/assert-static build/static-$*/pmrec $(static_cpu_$*)
	$(Q)$(static_cpu_$*)-linux-gnu-strip -o $@ build/static-$*/pmrec

static_make = flavour=static-$* CC=build/toolchain-$*/cc AR='$(static_cpu_$*)-linux-gnu-ar' CFLAGS='$(static_cflags)' \
	LDFLAGS=-Wl,-z,stack-size=1048576 extra='src/musl/glibc_names.c src/musl/qsort.c $(wildcard src/musl/$*.c)'

build/static-%/src/musl/amd64.o: CFLAGS += -fno-builtin

.PHONY: FORCE
FORCE:

# The unit tests once more in the static flavours: on this CPU, and on arm64 under qemu-user.
check-static: static
	$(Q)$(MAKE) $(subst $$*,amd64,$(value static_make)) units
	$(Q)$(prove) -j$(jobs) --exec '' $(unit_sources:tests/unit/%.c=build/static-amd64/unit/%)
	$(Q)$(MAKE) $(subst $$*,arm64,$(value static_make)) units
	$(Q)$(prove) -j$(jobs) --exec qemu-aarch64-static $(unit_sources:tests/unit/%.c=build/static-arm64/unit/%)

# Real kernels of several ages, and hardware that this machine may not have, in guests: minutes, and not part of check.
check-vm: static pmrec
	$(Q)PMREC=$(CURDIR)/pmrec $(prove) --exec sh tests/vm

# The page of flame graphs in a browser, where there is one, and readers of what is exported.
check-web: pmrec
	$(Q)PMREC=$(CURDIR)/pmrec prove $(PROVE_FLAGS) --exec sh tests/web

dist_name := pmrec-$(VERSION)

dist:
	$(call say,DIST,$(dist_name).tar.gz)
	$(Q)mkdir -p build
	$(Q)git archive --format=tar.gz --prefix=$(dist_name)/ -o build/$(dist_name).tar.gz HEAD

distcheck: dist
	$(Q)rm -rf build/distcheck && mkdir build/distcheck && tar -xzf build/$(dist_name).tar.gz -C build/distcheck
	$(Q)cd build/distcheck/$(dist_name) && ./configure --prefix=/usr && $(MAKE) && $(MAKE) check-unit && \
		$(MAKE) install DESTDIR=$(CURDIR)/build/distcheck/root
	$(Q)test -x build/distcheck/root/usr/bin/pmrec

install: pmrec
	$(call say,INSTALL,$(DESTDIR)$(prefix))
	$(Q)install -d $(DESTDIR)$(bindir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) \
		$(DESTDIR)$(fishdir)
	$(Q)install -m 755 pmrec $(DESTDIR)$(bindir)/pmrec
	$(Q)install -m 644 $(manuals) $(DESTDIR)$(mandir)/man1/
	$(Q)install -m 644 completions/pmrec.bash $(DESTDIR)$(bashdir)/pmrec
	$(Q)install -m 644 completions/_pmrec $(DESTDIR)$(zshdir)/_pmrec
	$(Q)install -m 644 completions/pmrec.fish $(DESTDIR)$(fishdir)/pmrec.fish

uninstall:
	$(Q)rm -f $(DESTDIR)$(bindir)/pmrec $(manuals:man/%=$(DESTDIR)$(mandir)/man1/%) $(DESTDIR)$(bashdir)/pmrec \
		$(DESTDIR)$(zshdir)/_pmrec $(DESTDIR)$(fishdir)/pmrec.fish

# What is made from the option tables and kept in the tree, so that it can be installed without running pmrec.
completions := completions/pmrec.bash completions/_pmrec completions/pmrec.fish

golden-update: pmrec
	$(Q)./pmrec completion bash >completions/pmrec.bash
	$(Q)./pmrec completion zsh >completions/_pmrec
	$(Q)./pmrec completion fish >completions/pmrec.fish

fuzz_cflags := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

fuzz:
	$(Q)$(MAKE) flavour=fuzz CC=clang CFLAGS='$(fuzz_cflags)' $(fuzzers)

build/fuzz/%: $(build)/tests/fuzz/%.o $(archive)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ $(libs)

# Replay what is in tests/fuzz/corpus/NAME, then a few seconds of search from there for each target.
fuzz_seconds ?= 3

fuzz-smoke: fuzz
	$(Q)$(MAKE) $(fuzzers:build/fuzz/%=smoke-%)

smoke-%: FORCE
	$(Q)mkdir -p build/fuzz-corpus/$*
	$(Q)ASAN_OPTIONS=quarantine_size_mb=16 build/fuzz/$* -max_total_time=$(fuzz_seconds) -timeout=10 -rss_limit_mb=2048 \
		-verbosity=0 -artifact_prefix=build/fuzz/$*- build/fuzz-corpus/$* $(wildcard tests/fuzz/corpus/$*) \
		>build/fuzz/$*.log 2>&1 || { cat build/fuzz/$*.log; exit 1; }
	@echo "fuzz $*: nothing found in $(fuzz_seconds) s"

lint_flags = $(filter-out -MMD -MP,$(cppflags)) -DPMREC_VERSION='""' $(warnings) -Werror -fsyntax-only
each := xargs -n 8 -P $(jobs)

# No warning from either compiler; the ranks of the folders; the scripts; the manual pages.
lint:
	$(Q)scripts/check-ranks
	$(Q)printf '%s\n' src/main.c $(sources) $(unit_sources) $(wildcard tests/fuzz/*.c) | $(each) clang $(lint_flags)
	$(Q)printf '%s\n' src/main.c $(sources) | $(each) $(CC) $(lint_flags)
	$(Q)shellcheck -S warning -s sh configure scripts/* tests/bench/bench tests/bench/names tests/bench/stacks tests/bench/lib.sh .ci/run
	$(Q)shellcheck -S warning -s sh -e SC1091,SC2015,SC2016,SC2034,SC2154 tests/e2e/*.t tests/e2e/*.sh tests/web/*.t tests/web/*.sh
	$(Q)mandoc -T lint -W warning $(manuals)
	@echo "lint: nothing found"

# Lay out the C as .clang-format says (clang-format 14 puts a blank behind the star of "} *name;").
format:
	$(Q)clang-format -i $$(git ls-files 'src/*.[ch]' 'tests/*.[ch]')
	$(Q)sed -E -i 's/^(\t*)\} \* ([a-z_]+;)/\1} *\2/' $$(git ls-files 'src/*.[ch]' 'tests/*.[ch]')

# Timings beside those of perf in the same run: a table, not a test.
bench: pmrec-static-$(shell dpkg --print-architecture) build/bench/rusage build/bench/repeat $(build)/rows
	$(Q)tests/bench/bench $^
	$(Q)tests/bench/names $^
	$(Q)tests/bench/stacks $^

build/bench/%: tests/bench/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(warnings) -O2 -o $@ $<

help:
	@echo "all           build ./pmrec"
	@echo "static        build pmrec-static-amd64 and pmrec-static-arm64"
	@echo "check         unit and end-to-end tests"
	@echo "check-asan    the same under the address and undefined behaviour sanitizers"
	@echo "check-static  the unit tests in the static builds, arm64 under qemu-user"
	@echo "check-vm      records on real kernels of several ages and on hardware, in guests"
	@echo "check-web     the page of flame graphs in Chromium, and readers of what is exported"
	@echo "lint          warnings of gcc and clang, ranks of the folders, scripts, manual pages"
	@echo "format        lay out the C with clang-format"
	@echo "fuzz          build the fuzzers; fuzz-smoke also runs each for fuzz_seconds=3"
	@echo "bench         timings beside perf's"
	@echo "install       into DESTDIR and prefix; uninstall takes it away"
	@echo "dist          a source archive of HEAD; distcheck builds and tests it"
	@echo "golden-update write completions/ anew from the option tables"
	@echo "clean         remove what was built; distclean also what configure made"

clean:
	$(Q)rm -rf build pmrec pmrec-static-*

distclean: clean
	$(Q)rm -f config.mk config.log config.status
