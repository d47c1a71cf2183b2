# Thin names over CMake. `make` builds build/tulle; `make demo` and `make test` install what is missing first.
# SPDX-License-Identifier: MIT
BUILD ?= build
JOBS ?= $(shell nproc)
CMAKE_FLAGS ?= -DCMAKE_BUILD_TYPE=Release

.PHONY: all bootstrap demo test sanitize check format docs fuzz soak clean

all:
	@cmake -S . -B $(BUILD) $(CMAKE_FLAGS) -DTULLE_TESTS=OFF > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }; rm -f $(BUILD).log
	@cmake --build $(BUILD) -j $(JOBS)

bootstrap:
	@scripts/bootstrap.sh

demo: bootstrap
	@$(MAKE) --no-print-directory all
	@$(BUILD)/tulle run scenes/skirt.json -o out/skirt
	@$(BUILD)/tulle run scenes/curtain.json -o out/curtain
	@echo
	@echo "Reports, to open in a browser:"
	@echo "  $(CURDIR)/out/skirt/report.html"
	@echo "  $(CURDIR)/out/curtain/report.html"

test: bootstrap
	@cmake -S . -B $(BUILD) $(CMAKE_FLAGS) -DTULLE_TESTS=ON > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

# The tests once more under the address and undefined-behaviour sanitizers, leaks included.
sanitize: bootstrap
	@cmake -S . -B build-sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTULLE_TESTS=ON -DTULLE_SANITIZE=address,undefined > /dev/null
	@cmake --build build-sanitize -j $(JOBS)
	@ctest --test-dir build-sanitize --output-on-failure -j $(JOBS) -LE slow

check: bootstrap
	@scripts/check_floors.py
	@scripts/check_format.sh
	@scripts/check_lint.sh
	@scripts/check_hashes.sh

format:
	@scripts/check_format.sh --fix

# Tables of the documentation and the schema, from the field tables in the code.
docs: all
	@$(BUILD)/tulle schema > scenes/tulle.schema.json
	@$(BUILD)/tulle schema --docs docs/scene-format.md --docs docs/materials.md

# FUZZ_SECONDS for each loader.
FUZZ_SECONDS ?= 60
fuzz: bootstrap
	@scripts/fuzz.sh $(FUZZ_SECONDS)

soak: all
	@scripts/soak.sh

clean:
	@rm -rf build build-* out experiments
