#!/usr/bin/env bash
# Packs the release that `make build` links as a Debian package. It uses the system's libraries, so its dependencies are
# those that dpkg-shlibdeps finds, and the system's updates reach it.
#
# usage: deb.sh BINARY VERSION EPOCH OUTPUT-FOLDER
set -euo pipefail

binary=$1
version=$2-1
epoch=$3
output=$(cd "$4" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
maintainer='The Marquee maintainers <maintainers@marquee.invalid>'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/debian/marquee
doc=$tree/usr/share/doc/marquee
umask 022

DESTDIR=$tree PREFIX=/usr "$root/scripts/install.sh" install "$binary" >/dev/null
mkdir -p "$tree/usr/share/zsh/vendor-completions" "$doc" "$tree/DEBIAN"
mv "$tree/usr/share/zsh/site-functions/_marquee" "$tree/usr/share/zsh/vendor-completions/_marquee"
rmdir "$tree/usr/share/zsh/site-functions"
# A shell reads this file; nobody runs it.
sed -i '1{/^#!/d}' "$tree/usr/share/bash-completion/completions/marquee"
gzip -9n "$tree/usr/share/man/man1/marquee.1"
gzip -9nc "$root/CHANGELOG.md" >"$doc/changelog.gz"
gzip -9nc >"$doc/changelog.Debian.gz" <<END
marquee ($version) unstable; urgency=medium

  * Version ${version%-1}; see changelog.gz.

 -- $maintainer  $(LC_ALL=C date -uR -d "@$epoch")
END
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Marquee

Files: *
Copyright: 2026 The Marquee maintainers
License: Apache-2.0

Files: usr/bin/marquee
Copyright: 2026 The Marquee maintainers, and Apple Inc. and the Swift project authors
License: Apache-2.0 with Runtime Library exception
Comment: The Swift runtime, swift-argument-parser, and swift-log are linked in.

License: Apache-2.0
 On Debian systems, the text of the Apache License, Version 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

License: Apache-2.0 with Runtime Library exception
 The Apache License, Version 2.0, as in /usr/share/common-licenses/Apache-2.0, with the Runtime Library Exception: if you
 use this Software to compile your source code and portions of this Software are embedded into the binary product as a
 result, you may redistribute such product without providing attribution as would otherwise be required by Sections
 4(a), 4(b) and 4(d) of the License.
END

cd "$work"
printf 'Source: marquee\n\nPackage: marquee\nArchitecture: any\n' >debian/control
depends=$(dpkg-shlibdeps -O "$tree/usr/bin/marquee" | sed -n 's/^shlibs:Depends=//p')
# The program asks for functions of libcurl 7.68, but Sources/System/CCurl tells why an older one than 7.87 will not do.
depends=$(sed 's/libcurl4 ([^)]*)/libcurl4 (>= 7.87)/' <<<"$depends")
# Packed addresses need a glibc that reads them, which is no function that dpkg-shlibdeps could find.
if readelf -d "$tree/usr/bin/marquee" | grep -q '(RELR)'; then
    depends=$(sed 's/libc6 ([^)]*)/libc6 (>= 2.36)/' <<<"$depends")
fi
architecture=$(dpkg --print-architecture)
cat >"$tree/DEBIAN/control" <<END
Package: marquee
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f 1)
Depends: $depends
Recommends: ca-certificates
Section: utils
Priority: optional
Description: film service for editors, assistants, and scripts
 Marquee queries sources of films in parallel, such as the box office of the
 Korean Film Council, TMDB, OMDb, and what a YAML file describes, and merges
 their answers so that each film has one identity.
 .
 It speaks JSON-RPC and the Model Context Protocol over standard input and
 output, and has commands for the shell.
END
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$tree" -exec touch -h -d "@$epoch" {} +
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz --build "$tree" "$output/marquee_${version}_$architecture.deb" >/dev/null
echo "$output/marquee_${version}_$architecture.deb"
