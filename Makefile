# A thin layer over CMake. `make demo` and `make test` start from a bare Debian 12 with git and make.
.PHONY: setup build demo test test-asan lint format format-check bench fuzz clean

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

lint: setup
	@scripts/lint.sh

FORMATTED = git ls-files 'src/*.cpp' 'src/*.h' 'tests/*.cpp' 'tests/*.h' | grep -v '^tests/differential/'

format: setup
	@$(FORMATTED) | xargs clang-format-19 -i

format-check: setup
	@$(FORMATTED) | xargs clang-format-19 --dry-run -Werror

bench: build
	@python3 benchmarks/run.py

# Fuzzes the reader of scripts. What it finds is left in build-fuzz.
FUZZ_SECONDS ?= 60
fuzz: build
	@cmake --preset fuzz
	@cmake --build build-fuzz --target script_fuzzer script_seeds -j $(JOBS)
	@tests/fuzz/run.sh build/clew build-fuzz $(FUZZ_SECONDS)

clean:
	@rm -rf build build-debug build-asan build-tsan build-fuzz build-gcc build.log
