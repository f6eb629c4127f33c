# A thin layer over CMake. `make demo` and `make test` start from a bare Debian 12 with git and make.
.PHONY: setup build demo test test-asan site lint format format-check bench soak fuzz install package clean

JOBS ?= $(shell nproc)

setup:
	@scripts/setup.sh

build: setup
	@cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build --preset release -j $(JOBS)

demo: build
	@scripts/demo.sh

test: build
	@ctest --preset release -j $(JOBS)

# The whole suite on a build with AddressSanitizer and UndefinedBehaviorSanitizer.
test-asan: setup
	@cmake --preset asan
	@cmake --build --preset asan -j $(JOBS)
	@ctest --preset asan -j $(JOBS)

# The documents as a site, build/site.
site: setup
	@scripts/site.py

lint: setup
	@scripts/lint.sh

FORMATTED = git ls-files 'src/*.cpp' 'src/*.h' 'tests/*.cpp' 'tests/*.h' | grep -v '^tests/differential/'

format: setup
	@$(FORMATTED) | xargs clang-format-19 -i

format-check: setup
	@$(FORMATTED) | xargs clang-format-19 --dry-run -Werror

bench: build
	@python3 benchmarks/run.py

# Kills searches on disk, and jobs of several ranks, at random moments and resumes them, many times; cuts many programs
# into ranges, and asks the symbolic engine about many. Another seed does other things.
SOAK_KILLS ?= 120
SOAK_JOB_KILLS ?= 50
SOAK_PROGRAMS ?= 200
SOAK_SEED ?= 1
SOAK_JOBS = --clew build/clew --clew-mpi build/clew-mpi
soak: build
	@python3 tests/external/kill_test.py --clew build/clew --kills $(SOAK_KILLS) --seed $(SOAK_SEED)
	@python3 tests/external/full_disk_test.py --clew build/clew || test $$? -eq 77
	@python3 tests/distributed/kill_test.py $(SOAK_JOBS) --kills $(SOAK_JOB_KILLS) --seed $(SOAK_SEED)
	@python3 tests/distributed/agreement_test.py $(SOAK_JOBS) --all-ranks --count 60 --forgeries 30 --seed $(SOAK_SEED)
	@python3 tests/distributed/namespaces_test.py $(SOAK_JOBS) || test $$? -eq 77
	@python3 tests/ranges/generate.py --seed $(SOAK_SEED)000 --count $(SOAK_PROGRAMS) build/soak_programs
	@RC_PARAMS="seed=$(SOAK_SEED) max_success=20" build/tests/range_tests --gtest_brief=1 build/soak_programs
	@python3 tests/symbolic/compare_test.py --clew build/clew --count $(SOAK_PROGRAMS) --seed $(SOAK_SEED)000
	@python3 tests/symbolic/structures_test.py --clew build/clew --programs $(SOAK_PROGRAMS) --seed $(SOAK_SEED)000
	@python3 tests/abstraction/compare_test.py --clew build/clew --programs $(SOAK_PROGRAMS) --seed $(SOAK_SEED)000
	@python3 tests/symbolic/certify_test.py --clew build/clew --step 1

# Fuzzes the readers of scripts, of specifications, of witnesses and of what a project says. What it finds is left in build-fuzz.
FUZZ_SECONDS ?= 60
fuzz: build
	@cmake --preset fuzz
	@cmake --build build-fuzz --target script_fuzzer script_seeds specification_fuzzer witness_fuzzer project_fuzzer -j $(JOBS)
	@tests/fuzz/run.sh build/clew build-fuzz $(FUZZ_SECONDS)

# PREFIX and DESTDIR as everywhere.
PREFIX ?= /usr/local
install: build
	@cmake --install build --prefix $(PREFIX)

# build/clew_*.deb
package: build
	@cd build && cpack

clean:
	@rm -rf build build-debug build-asan build-tsan build-fuzz build-gcc build.log
