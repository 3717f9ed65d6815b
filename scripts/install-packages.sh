#!/bin/sh
# Installs the Debian packages that a job needs and that are missing; says nothing and
# asks for no rights when all are there.
#
# usage: install-packages.sh JOB...      jobs: build test fuzz lint bench
set -eu

wanted=
for job in "$@"; do
    case $job in
    build) wanted="$wanted gcc libc6-dev meson ninja-build pkg-config libexpat1-dev libxxhash-dev libjansson-dev libzstd-dev libboost-context-dev" ;;
    test) wanted="$wanted libcmocka-dev openmpi-bin libopenmpi-dev libz3-dev python3-jsonschema graphviz chromium chromium-driver" ;;
    fuzz) wanted="$wanted clang libclang-rt-14-dev" ;;
    lint) wanted="$wanted clang-format clang-tidy cppcheck" ;;
    bench) wanted="$wanted spin rumur" ;;
    *)
        echo "install-packages.sh: unknown job '$job'" >&2
        exit 2
        ;;
    esac
done

missing=
for package in $wanted; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Synod needs these packages:$missing" >&2
        echo "Install them as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get update -q &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "could not install:$missing" >&2
    exit 1
fi
