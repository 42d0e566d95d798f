#!/bin/sh
# Checks for what a fresh machine may lack. Prints the Python to use; or, on standard error,
# what is missing and the one line that installs it, and fails.
set -u

if command -v apt-get >/dev/null 2>&1; then system=apt
elif command -v dnf >/dev/null 2>&1; then system=dnf
elif command -v brew >/dev/null 2>&1; then system=brew
else system=other
fi

# The first Python that is recent and complete; failing that, the first that is recent.
recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }
if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11
fi
python=
for candidate in "$@"; do
    recent "$candidate" || continue
    if has_venv "$candidate"; then python=$candidate; break; fi
    python=${python:-$candidate}
done

# Its version; without one, the version that would be installed.
if [ -n "$python" ]; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
else
    version=3.12
    if [ $system = apt ]; then
        version=3
        for newest in 3.14 3.13 3.12 3.11; do
            if apt-cache show "python$newest-venv" >/dev/null 2>&1; then version=$newest; break; fi
        done
    fi
fi

missing=
packages=
# need WHAT APT-PACKAGE DNF-PACKAGE BREW-PACKAGE CHECK...
need() {
    what=$1 apt=$2 dnf=$3 brew=$4
    shift 4
    if "$@" >/dev/null 2>&1; then return; fi
    missing="${missing:+$missing, }$what"
    case $system in
        apt) packages="$packages $apt" ;;
        dnf) packages="$packages $dnf" ;;
        brew) packages="$packages $brew" ;;
        *) ;;
    esac
}

if [ -z "$python" ]; then
    need "Python 3.11 or newer${PYTHON:+ (PYTHON=$PYTHON is none)}" \
        "python$version-venv python$version-dev" "python$version python$version-devel" \
        "python@$version" false
else
    need "the modules venv and ensurepip of $python (Python $version)" \
        "python$version-venv" "python$version" "python@$version" has_venv "$python"
fi

# The compiled part of the package: a C++ compiler for C++20, and the header files of Python.
compiles() {
    scratch=$(mktemp -d) || return 1
    printf '#include <bit>\n#include <thread>\nint main() { return std::popcount(0u); }\n' >"$scratch/try.cpp"
    "${CXX:-c++}" -std=c++20 -o "$scratch/try" "$scratch/try.cpp"
    status=$?
    rm -rf "$scratch"
    return $status
}
has_headers() {
    "$1" -c 'import os, sysconfig as s; os.stat(os.path.join(s.get_path("include"), "Python.h"))'
}
need "a C++20 compiler${CXX:+ (CXX=$CXX is none)}" g++ gcc-c++ gcc compiles
if [ -n "$python" ]; then
    need "the header files of $python (Python $version)" \
        "python$version-dev" "python$version-devel" "python@$version" has_headers "$python"
fi

if [ -z "$missing" ]; then
    echo "$python"
    exit 0
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then sudo="sudo "; fi
{
    case $system in
        apt) echo "Spadille needs what this machine lacks: $missing. This line installs it:"
            echo "    ${sudo}apt-get update && ${sudo}apt-get install$packages" ;;
        dnf) echo "Spadille needs what this machine lacks: $missing. This line installs it:"
            echo "    ${sudo}dnf install$packages" ;;
        brew) echo "Spadille needs what this machine lacks: $missing. This line installs it:"
            echo "    brew install$packages" ;;
        *) echo "Spadille needs what this machine lacks: $missing. Install it with the system's package manager." ;;
    esac
} >&2
exit 1
