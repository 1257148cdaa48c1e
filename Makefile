# SPDX-License-Identifier: GPL-2.0-or-later
# One Makefile, no recursion. Objects of each flavour (plain, asan, static for a CPU) live in build/<flavour>.
# `make help` lists the targets; V=1 shows the commands.

-include config.mk

VERSION := $(shell cat VERSION)
CC ?= cc
CFLAGS ?= -O2 -g
prefix ?= /usr/local
bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
bashdir ?= $(prefix)/share/bash-completion/completions
zshdir ?= $(prefix)/share/zsh/site-functions
fishdir ?= $(prefix)/share/fish/vendor_completions.d

Q := $(if $(V),,@)
say = @$(if $(V),true,printf '  %-7s %s\n' "$1" "$2")

warnings := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
cppflags := -std=c11 -D_GNU_SOURCE -Isrc -MMD -MP -DPMREC_VERSION='"$(VERSION)"'
libs := -lelf -lz -lzstd -llzma -liberty

flavour ?= plain
build := build/$(flavour)

sources := $(wildcard src/*/*.c)
objects := $(sources:%.c=$(build)/%.o)
unit_sources := $(wildcard tests/unit/*/*.c)
units := $(unit_sources:tests/unit/%.c=$(build)/unit/%)
workloads := $(patsubst tests/workloads/%.c,build/workloads/%,$(wildcard tests/workloads/*.c))
fuzzers := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
manuals := $(wildcard man/*.1)

.PHONY: all check check-unit check-e2e check-asan lint fuzz fuzz-smoke bench install uninstall dist \
	distcheck static clean distclean help units workloads completions

all: pmrec

ifeq ($(wildcard config.mk),)
config.mk:
	$(Q)./configure
endif

pmrec: $(build)/pmrec
	$(Q)cp $< $@

$(build)/pmrec: $(build)/src/main.o $(objects)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

$(build)/%.o: %.c VERSION $(wildcard config.mk)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(cppflags) $(warnings) $(CFLAGS) -c -o $@ $<

units: $(units)

$(build)/unit/%: $(build)/tests/unit/%.o $(objects)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

.SECONDARY:

-include $(objects:.o=.d) $(build)/src/main.d $(units:$(build)/unit/%=$(build)/tests/unit/%.d)

# Workloads keep their frame pointers and their functions, so that the stack they state is the one that is there.
workloads: $(workloads)

build/workloads/%: tests/workloads/%.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(warnings) -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls \
		-fno-inline -pthread -o $@ $<

check: check-unit check-e2e

prove := prove --merge --timer

check-unit: units
	$(Q)prove $(PROVE_FLAGS) --exec '' $(units)

check-e2e: pmrec workloads
	$(Q)PMREC=$${PMREC:-$(CURDIR)/pmrec} prove $(PROVE_FLAGS) --exec sh tests/e2e

asan_flags := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

check-asan:
	$(Q)$(MAKE) flavour=asan CFLAGS='$(asan_flags)' build/asan/pmrec units workloads
	$(Q)prove $(PROVE_FLAGS) --exec '' $(unit_sources:tests/unit/%.c=build/asan/unit/%)
	$(Q)PMREC=$(CURDIR)/build/asan/pmrec prove $(PROVE_FLAGS) --exec sh tests/e2e

clean:
	$(Q)rm -rf build pmrec pmrec-static-*

distclean: clean
	$(Q)rm -f config.mk config.log config.status
