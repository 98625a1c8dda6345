#!/usr/bin/env bash
# Packs what people install, into dist/: the portable program, alone and as a Python wheel, an archive, and a bundle for
# assistants; a Debian package of the ordinary release; what the portable program carries; and the checksums of all.
#
# usage: dist.sh WORK PORTABLE-BINARY RELEASE-BINARY
set -euo pipefail

work=$1
portable=$2
release=$3
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
version=$("$portable" --version)
# One time for all files, so that the same commit makes the same files.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
name=marquee-$version-linux-$(uname -m)
output=$(dirname "$portable")
umask 022

find "$output" -mindepth 1 ! -path "$portable" -delete
tree=$work/tree/$name
rm -rf "$work/tree" && mkdir -p "$tree"
DESTDIR=$tree PREFIX=/ scripts/install.sh install "$portable" >/dev/null
cp LICENSE "$tree/LICENSE"
"$here/carried.py" "$work" "$version" "$epoch" "$output/marquee-$version.cdx.json" "$tree/THIRD-PARTY-NOTICES.txt"

"$here/wheel.py" "$tree" "$version" "$epoch" "$output"
"$here/assistants.py" "$tree" "$version" "$epoch" "$output"
cp "$here/install.sh" "$tree/install.sh"
tar --create --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --directory "$work/tree" "$name" |
    gzip -9n >"$output/$name.tar.gz"
echo "$output/$name.tar.gz"
"$here/deb.sh" "$release" "$version" "$epoch" "$output"
(cd "$output" && sha256sum -- * >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
ls -l "$output"
