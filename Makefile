# The front door. Meson does the building; `make help` lists what there is.
MESON  ?= meson
JOBS   ?= $(shell nproc)
DEBUG  := build/debug
ASAN   := build/asan
TSAN   := build/tsan
COVER  := build/cover
WASM   := build/wasm
OUT    := build/release
NEBEL  := $(OUT)/nebel
SAN    := ASAN_OPTIONS=allow_user_segv_handler=0:detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1

# Trees of one checkout share what was compiled the same; -g alone would make the folder count.
export CCACHE_SLOPPINESS := time_macros
export CCACHE_NOHASHDIR := 1
export CCACHE_BASEDIR := $(CURDIR)
# Half of the long tests wait, for bots that hang, screens and databases; so there are more of them than cores.
export MESON_TESTTHREADS ?= $(shell expr $(JOBS) \* 3 / 2)

.DEFAULT_GOAL := all
.PHONY: all deb check tests nightly check-farm check-install check-online check-python check-server check-web bench-python bench-wasm wasm web web-leaks web-serve asan asan-quick tsan release bench \
        bench-perft campaign coverage endings model policies \
        mutants pairs results signature strength \
        silence format format-check tidy layers man bless ci help install clean setup

all: $(DEBUG)/build.ninja ## build everything for daily work (gcc, assertions on)
	@ninja -C $(DEBUG)

QUICK := unit golden oracle fuzz
check: all layers format-check ## build, and run the quick tests, less than a minute: before each commit
	@tools/check-circles $(DEBUG)
	@ci/check-suite check $(DEBUG) $(addprefix --suite=,$(QUICK))

tests: all ## build, and run all tests
	@ci/check-suite tests $(DEBUG)

asan: $(ASAN)/build.ninja ## the same tests with clang, AddressSanitizer and UBSan, but for looks
	@ninja -C $(ASAN)
	@$(SAN) ci/check-suite asan $(ASAN) --no-suite=looks

asan-quick: $(ASAN)/build.ninja ## of these the tests that do not run the program from outside
	@ninja -C $(ASAN)
	@$(SAN) ci/check-suite asan-quick $(ASAN) --no-suite=e2e

tsan: $(TSAN)/build.ninja ## of these the tests that run threads, the suite `threads`, with clang and ThreadSanitizer
	@ninja -C $(TSAN)
	@ci/check-suite tsan $(TSAN) --suite=threads

release: $(OUT)/build.ninja ## the optimised, portable binary at build/release/nebel
	@ninja -C $(OUT)
	@ln -sf src/cmd/nebel $(NEBEL)
	@echo "built $(NEBEL)"

PREFIX := /usr/local
install: release ## install below PREFIX (/usr/local); PREFIX=~/.local needs no root. DESTDIR as usual
	@$(MESON) configure $(OUT) --prefix=$(abspath $(patsubst ~/%,$(HOME)/%,$(PREFIX)))
	@ninja -C $(OUT) >/dev/null
	@DESTDIR=$(if $(DESTDIR),$(abspath $(DESTDIR))) $(MESON) install -C $(OUT) --no-rebuild

deb: web ## a Debian package of a server, with the web page: build/nebel_VERSION_ARCHITECTURE.deb (docs/guides/operating.md)
	@tools/make-deb

check-install: ## the guide of operators, word for word, on bare Debian 12 systems: install, play, upgrade, back up, restore; needs root, some ten minutes
	@ci/check-install

bench: release ## speed of the umpire and of perft on this machine
	@$(NEBEL) bench umpire
	@$(NEBEL) perft 6
	@$(NEBEL) perft 5 --fen KIWIPETE

bench-perft: release ## perft beside Debian's Stockfish, alternating
	@tools/bench-perft $(NEBEL)

wasm: $(WASM)/build.ninja ## the modules of the web page: build/wasm/web/wasm/*.wasm
	@ninja -C $(WASM)
	@ci/wasm-sizes $(WASM)/web/wasm

bench-wasm: wasm release ## speed of the modules in WebAssembly beside native, alternating
	@tools/bench-wasm $(OUT)/src/print_signatures $(WASM)/web/wasm/print_signatures.wasm

web: wasm web/node_modules/.package-lock.json ## the web page, as static files in build/web/site
	@cd web && npm --silent run build -- --logLevel warn
	@ci/wasm-sizes $(WASM)/web/wasm build/web/site

web-serve: web ## show the page at http://localhost:4173
	@cd web && npm --silent run serve

check-web: all web ## the tests of the web page: types, the door, hearings beside native, games in Chromium
	@ci/check-web

ONLINE :=
check-online: all web ## the page at a real node in Chromium, with PostgreSQL and nginx: seats, lost connections, whole games; ONLINE="seat back" for some files
	@ci/check-online $(ONLINE)

web-leaks: web ## plant the leaks of tests/mutants/web into the page; the two-run test of the page must find each
	@ci/web-leaks

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@cd web && npm ci --no-audit --no-fund

KILLS := 30
SEEDS := 3
GAMES := 40
check-farm: all ## experiments over many machines, with a real Slurm and a real PostgreSQL: KILLS (30) kills of workers, SEEDS (3) liars of each kind, GAMES (40) of each cell; needs root
	@ci/check-farm $(KILLS) $(SEEDS) $(GAMES)

SIZE := full
check-server: all ## a whole node with a real PostgreSQL and nginx: store, clients, hostile ones, games by TLS, kills of server, database and both, house bots, silence over sockets; SIZE=quick for the gate's
	@ci/check-server $(SIZE)

PYTHON_TWINS := 100000
check-python: all $(ASAN)/build.ninja ## the whole tests of the Python module, some minutes
	@ninja -C $(ASAN) python-package
	@ci/check-python $(PYTHON_TWINS)

bench-python: release ## tries a CPU second from Python, beside bare C, as one JSON object
	@ninja -C $(OUT) python/bench_bare >/dev/null
	@PYTHONPATH=$(OUT)/python /usr/bin/python3 python/bench/bench.py $(OUT)/python/bench_bare

campaign: all ## the long runs: witness, records, live games, and every parser fuzzed
	@ci/campaign

silence: pairs ## the two-run tests, and every planted leak must be caught
	@echo "planting leaks one by one; what caught each goes to build/leaks.txt"
	@ci/mutants --leaks >build/leaks.txt || { cat build/leaks.txt; exit 1; }
	@tail -n 1 build/leaks.txt

PAIRS := 100000
pairs: $(DEBUG)/build.ninja ## the two-run tests over PAIRS pairs of games (100,000) of Kriegspiel and of Phantom Go
	@ninja -C $(DEBUG) tests/twins tests/go_twins
	@printf '%s\n' twins go_twins | xargs -P $(JOBS) -I{} sh -c '$(DEBUG)/tests/{} --pairs $(PAIRS)'

results: release ## play what is left of every experiment, and write docs/results
	@for file in experiments/*.txt; do $(NEBEL) lab run $$file --concurrency $(JOBS) || exit 1; done
	@$(NEBEL) lab report
	@mv docs/results/strengths.txt src/engine/players/strengths.txt

# Counters that two threads step at once can come out negative, which gcovr cannot read; atomic ones make the tests four
# times slower, and so does a build that is not optimised at all. What is covered only through the program is not counted.
coverage: $(COVER)/build.ninja ## line coverage of the modules without sockets and screens by the tests in C and those of bots, at least 95 %
	@ninja -C $(COVER)
	@find $(COVER) -name '*.gcda' -delete
	@ci/check-suite coverage $(COVER) --no-suite=e2e --no-suite=silence --no-suite=fuzz
	@ci/check-suite coverage-bots $(COVER) 'broken bots are named'
	@gcovr --root . --object-directory $(COVER) --filter 'src/(base/i18n|base/stats|games|formats|engine/core|engine/external/check_|engine/kriegspiel_[a-z]*|engine/phantom_go|engine/players|server/live|lab/match|lab/experiments|lab/report|ui/play|lib)' \
	    --exclude '.*make_tables.c' --exclude-throw-branches --gcov-ignore-parse-errors \
	    --fail-under-line 95 $(COVER)

STRENGTH :=
strength: release ## fog, meta(checks=1), mcts-c and go-best against the last release's build; STRENGTH="--player fog --always" for less or more
	@ci/strength $(STRENGTH)

policies: release ## play 432 games and fit the policies of opponents to them, some 10 minutes
	@tools/fit-policies $(NEBEL) src/engine/kriegspiel_belief/policies

endings: release ## make the tables of endings against a bare king, some 20 seconds
	@for table in kqk krk kbbk; do \
	  $(OUT)/src/solve_ending $$(echo $$table | tr a-z A-Z) src/engine/kriegspiel_search/endings/$$table.table || exit 1; done

model: release ## play 12,800 games and make the default model of an opponent from them, some 15 minutes
	@tools/make-model $(NEBEL) src/engine/kriegspiel_belief/default.model

mutants: ## apply each rule mutant to a copy of the tree; every one must be killed
	@ci/mutants

signature: ## the behaviour signature with gcc, clang, -O0, on aarch64 and in WebAssembly must be one number
	@ci/signature

format: ## format all C sources
	@clang-format -i $$(git ls-files '*.c' '*.h')

format-check:
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
	@echo "format: fine"

# Reads the clang build's commands, since clang-tidy does not know every flag of gcc; one file at a time, since its
# va_list checker remembers the file before.
tidy: $(ASAN)/build.ninja ## clang-tidy over src/, some four minutes
	@ninja -C $(ASAN) >/dev/null
	@files=$$(git ls-files 'src/*.c') && test -n "$$files" && \
	printf '%s\n' $$files | xargs -P $(JOBS) -I{} sh -c 'found=$$(timeout 600 clang-tidy --quiet -p $(ASAN) {} 2>&1) || \
	    { status=$$?; echo "$$found"; echo "tidy: {}: exit status $$status: mend what is printed above, or assert the invariant"; exit 1; }' && \
	echo "tidy: fine, $$(printf '%s\n' $$files | wc -l) files"

layers: ## check that includes go with the arrows of src/LAYERS
	@tools/check-layers

man: ## lint the man pages
	@mandoc -T lint -W warning docs/man/*.[15]
	@echo "man: fine"

bless: all ## rewrite the expectations in docs/rules/ from the umpire's answers; read the diff!
	@$(DEBUG)/tests/law --bless $(filter-out %/phantom-go.md,$(wildcard docs/rules/*.md))
	@$(DEBUG)/tests/go_law --bless docs/rules/phantom-go.md

ci: ## everything a change must pass: at most 25 minutes on two cores, with nothing built before
	@ci/gate

nightly: ## everything that the gate has no time for; writes docs/internals/nightly.md; needs root
	@ci/gate --nightly

setup: ## install what is needed (Debian 12)
	@tools/setup

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /|/' | \
	    awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

clean: ## remove all builds
	@rm -rf build

$(DEBUG)/build.ninja:
	@$(MESON) setup $(DEBUG) >/dev/null

$(ASAN)/build.ninja:
	@CC=clang $(MESON) setup $(ASAN) -Db_sanitize=address,undefined -Db_lundef=false >/dev/null

$(TSAN)/build.ninja:
	@CC=clang $(MESON) setup $(TSAN) -Db_sanitize=thread -Db_lundef=false -Dpython=disabled >/dev/null

$(WASM)/build.ninja:
	@env -u CC $(MESON) setup $(WASM) -Dcore=true --cross-file tools/wasm.ini --buildtype=release -Db_ndebug=true -Db_lto=true \
	    -Db_staticpic=false >/dev/null

$(COVER)/build.ninja:
	@$(MESON) setup $(COVER) -Db_coverage=true --buildtype=debug -Doptimization=1 -Dpython=disabled >/dev/null

$(OUT)/build.ninja:
	@$(MESON) setup $(OUT) --buildtype=release -Db_ndebug=true -Db_lto=true -Dtests=false >/dev/null
