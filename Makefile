# `make demo` and `make test` are the whole set-up: each makes .venv when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: demo test long lit pytest lint dialects libraries bench clean

$(STAMP): pyproject.toml
	@echo "Making $(VENV) and installing the package with its tools: about a minute."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[toolchain,runtime,dev]'
	touch $@

demo: $(STAMP)
	@echo "Compiling each file of examples/ for four GPUs: a minute or two."
	$(BIN)/python examples/demo.py

lit: $(STAMP)
	$(BIN)/lit -j$(JOBS) --order=lexical -q .

pytest: $(STAMP)
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

# The runner whose closing line CI reads comes after the linters, so that it is the last output.
# PART=core, cpu, driver, emulator, linalg or spirv: the tests of a part (docs/architecture.md).
ifdef PART
test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/python tools/parts.py --jobs $(JOBS) $(PART)
else
test: $(STAMP)
	@echo "1 of 3: the tests of texts (lit), some minutes."
	$(BIN)/lit -j$(JOBS) -sv .
	@echo "2 of 3: ruff and pyright, a minute or two."
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	@echo "3 of 3: the tests of meaning (pytest), tens of minutes on two cores."
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile
endif

# The comparisons that take long: more random programs, other implementations.
long: $(STAMP)
	$(BIN)/python tools/mutation.py --count 600
	$(BIN)/python tools/xdsl_suite.py --jobs $(JOBS)
	$(BIN)/python test/random_programs/run.py --count 20000 --first 1000000 --forms all --rotate --jobs $(JOBS)
	XDSL_OPENCL_LONG=1 $(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

dialects: $(STAMP)
	$(BIN)/python dialects/irdl_export.py

libraries: $(STAMP)
	$(BIN)/python libraries/generate_library.py

# One table of this machine (benchmarks/README.md). POCL and INTEL name a Python with that
# runtime, OPENCL_BC ROCm's library; QUICK=1 prints only, ANYWAY=1 measures on a busy machine.
bench: $(STAMP)
	$(BIN)/python benchmarks/bench.py $(if $(QUICK),--quick) $(if $(ANYWAY),--anyway) \
		$(if $(POCL),--pocl $(POCL)) $(if $(INTEL),--intel $(INTEL)) \
		$(if $(OPENCL_BC),--opencl-bc $(OPENCL_BC))

clean:
	rm -rf $(VENV) .lit out
