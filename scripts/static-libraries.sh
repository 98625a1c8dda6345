#!/usr/bin/env bash
# Puts what links the release to archives of libstdc++, SQLite and libyaml into FOLDER: shared libraries are a
# third of the time of a start, and a program without them runs where they are not installed. A library whose archive is
# not here is linked as a shared one, as ever.
set -euo pipefail

folder=$1
mkdir -p "$folder/pkgconfig"

# Links the archive of library $1 into the folder, under the name $2 if that is given.
link_archive() {
    local archive
    archive=$(cc -print-file-name="lib$1.a")
    [ -f "$archive" ] && ln -sf "$archive" "$folder/lib${2:-$1}.a"
}

# Says to pkg-config's readers that library $2 of package $1 lies in the folder. SwiftPM puts a package's own folder first.
describe() {
    local version
    version=$(pkg-config --modversion "$1")
    printf 'Name: %s\nDescription: the archive of %s\nVersion: %s\nLibs: -L%s -l%s\n' \
        "$1" "$2" "$version" "$folder" "$2" >"$folder/pkgconfig/$1.pc.new"
    cmp -s "$folder/pkgconfig/$1.pc.new" "$folder/pkgconfig/$1.pc" ||
        cp "$folder/pkgconfig/$1.pc.new" "$folder/pkgconfig/$1.pc"
    rm "$folder/pkgconfig/$1.pc.new"
}

command -v cc >/dev/null || exit 0
link_archive stdc++ || true
# What the shared libgcc_s holds beside libgcc.
link_archive gcc_eh gcc_s || true
if link_archive sqlite3; then describe sqlite3 sqlite3; fi
if link_archive yaml; then describe yaml-0.1 yaml; fi
