#!/usr/bin/env bash
# Installs what Clew is built, tested and measured with. Quick when everything is there.
set -euo pipefail

packages=(
  build-essential cmake ninja-build clang-19 llvm-19-dev libclang-rt-19-dev clang-format-19 clang-tidy-19
  openmpi-bin libopenmpi-dev iproute2
  libcli11-dev nlohmann-json3-dev libfmt-dev libxxhash-dev libyaml-cpp-dev libzstd-dev
  libz3-dev z3 cvc5 zlib1g-dev
  libgtest-dev librapidcheck-dev csmith libcsmith-dev spin valgrind python3
  python3-jsonschema python3-yaml libxml2-utils # the schemas of formats
  zsh fish groff-base file # completion, manual pages, the package
  gcc-multilib lib32stdc++-12-dev # headers and libraries for -m32
  chromium fonts-dejavu-core nodejs # for the tests of pages
  python3-markdown # for the site
)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
command -v npm >/dev/null || missing+=(npm) # some packages of nodejs bring it

if ((${#missing[@]})); then
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "setup: installing ${missing[*]} needs root or sudo" >&2; exit 1; }
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# What drives the browser. Without it the tests of pages are skipped, unless CLEW_BROWSER=required.
pages="$(dirname "$0")/../tests/browser"
if [[ ! "$pages/node_modules/.package-lock.json" -nt "$pages/package-lock.json" ]]; then
  echo "setup: installing what drives the browser"
  npm ci --prefix "$pages" --ignore-scripts --no-audit --no-fund --silent >/dev/null ||
    echo "setup: it cannot be installed; the tests of pages will be skipped" >&2
fi
