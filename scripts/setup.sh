#!/usr/bin/env bash
# Installs what the build needs beside Swift: libcurl, expat, libyaml, PCRE2, SQLite, zlib,
# libjpeg-turbo, libpng and pkg-config. Says nothing when all is there.
set -euo pipefail

fail() {
    printf 'setup: %s\n' "$1" >&2
    exit 1
}

has_headers_of() {
    command -v pkg-config >/dev/null && pkg-config --exists "$@"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "root is needed for: $* (there is no sudo here; run this line as root, then make again)"
    fi
}

install_with_apt() {
    printf 'setup: installing %s with apt-get\n' "$*"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

install_with_brew() {
    printf 'setup: installing %s with brew\n' "$*"
    brew install "$@"
}

command -v swift >/dev/null || fail \
    'no swift on PATH. Marquee needs Swift 6.2 or later; see https://www.swift.org/install, then run make again.'

# An older libcurl waits for a dead name server while every other transfer stands still.
curl='libcurl >= 7.87'

apt_packages=()
brew_packages=()
if ! command -v pkg-config >/dev/null; then
    apt_packages+=(pkg-config)
    brew_packages+=(pkgconf)
fi
if ! has_headers_of yaml-0.1; then
    apt_packages+=(libyaml-dev)
    brew_packages+=(libyaml)
fi
if ! has_headers_of sqlite3; then
    apt_packages+=(libsqlite3-dev)
    brew_packages+=(sqlite)
fi
if ! has_headers_of libpcre2-8; then
    apt_packages+=(libpcre2-dev)
    brew_packages+=(pcre2)
fi
if ! has_headers_of expat; then
    apt_packages+=(libexpat1-dev)
    brew_packages+=(expat)
fi
if ! has_headers_of "$curl"; then
    apt_packages+=(libcurl4-openssl-dev)
    brew_packages+=(curl)
fi
if ! has_headers_of zlib; then
    apt_packages+=(zlib1g-dev)
    brew_packages+=(zlib)
fi
if ! has_headers_of libturbojpeg; then
    apt_packages+=(libturbojpeg0-dev)
    brew_packages+=(jpeg-turbo)
fi
if ! has_headers_of libpng; then
    apt_packages+=(libpng-dev)
    brew_packages+=(libpng)
fi

[ ${#apt_packages[@]} -gt 0 ] || exit 0

if command -v apt-get >/dev/null; then
    install_with_apt "${apt_packages[@]}"
elif command -v brew >/dev/null; then
    install_with_brew "${brew_packages[@]}"
else
    fail "missing: ${apt_packages[*]} (Debian's names); there is neither apt-get nor brew here, so install them by hand"
fi

# Without pkg-config the first look could not tell whether the libraries are there.
has_headers_of yaml-0.1 || fail 'pkg-config still does not find libyaml (yaml-0.1)'
has_headers_of libpcre2-8 || fail 'pkg-config still does not find PCRE2 (libpcre2-8)'
has_headers_of expat || fail 'pkg-config still does not find expat'
has_headers_of sqlite3 || fail 'pkg-config still does not find SQLite (sqlite3)'
has_headers_of libturbojpeg || fail 'pkg-config still does not find TurboJPEG (libturbojpeg)'
has_headers_of libpng || fail 'pkg-config still does not find libpng'
found=$(pkg-config --modversion libcurl 2>/dev/null || true)
has_headers_of "$curl" || fail \
    "libcurl 7.87 or later is needed, and pkg-config finds ${found:-none}; Debian 12 and Ubuntu 23.04 have it"
