#!/usr/bin/env bash
# Links a release that needs nothing but glibc: the small C libraries come from the archives of Debian's -dev packages,
# and libcurl, whose archive needs twenty others, from a small build of the distribution's own source package (HTTP,
# HTTPS and proxies; its security patches are in it). The rest of the release is the same as what `make build` links.
#
# usage: portable.sh WORK OUTPUT [SWIFT-BUILD-OPTION...]
#        WORK is a folder that is kept: libcurl is built once in it for each version of its source package.
set -euo pipefail

work=$1
output=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
work=$(cd "$work" && pwd)

fail() {
    printf 'portable: %s\n' "$1" >&2
    exit 1
}

[ "$(uname -s)" = Linux ] || fail 'only on Linux'
command -v dpkg-buildflags >/dev/null || fail 'dpkg-dev is not installed (apt-get install dpkg-dev); this needs Debian or Ubuntu'

# MARK: libcurl

# apt reads sources from lists of its own here, and the machine's are not changed.
apt_source() {
    apt-get -qq -o Dir::Etc::SourceList="$work/apt/none" -o Dir::Etc::SourceParts="$work/apt/sources" \
        -o Dir::State::Lists="$work/apt/lists" -o APT::Sandbox::User=root "$@"
}

version=$(dpkg-query -W -f '${Version}' libcurl4-openssl-dev)
# The words are also the name of the build, so that other options are another build.
options=(
    --disable-shared --enable-static --disable-dependency-tracking --with-openssl --enable-threaded-resolver
    --without-ca-bundle --without-ca-path
    --without-{zlib,brotli,zstd,nghttp2,libpsl,libidn2,librtmp,libssh2,gssapi,libgsasl,zsh-functions-dir}
    --disable-{ares,ftp,file,ldap,ldaps,rtsp,dict,telnet,tftp,pop3,imap,smb,smtp,gopher,mqtt,manual,libcurl-option}
    --disable-{ntlm,crypto-auth,tls-srp,cookies,netrc,alt-svc,hsts,doh,mime,unix-sockets}
)
curl=$work/curl-$version-$(printf '%s\n' "${options[@]}" | sha256sum | cut -c 1-8)

if [ ! -f "$curl/libcurl.a" ]; then
    printf 'portable: building libcurl %s\n' "$version"
    rm -rf "$curl" && mkdir -p "$curl" "$work/apt/sources" "$work/apt/lists/partial"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] && grep -qE '^URIs:.*(debian|ubuntu)' "$list" || continue
        sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/apt/sources/$(basename "$list")"
    done
    if [ -f /etc/apt/sources.list ]; then
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$work/apt/sources/machine.list"
    fi
    apt_source update
    (
        cd "$curl"
        apt_source source --download-only "curl=$version"
        dpkg-source --no-check --extract ./*.dsc source >/dev/null
        cd source
        eval "$(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --export=sh)"
        ./configure --quiet "${options[@]}" >configure.log 2>&1 || { tail -20 configure.log; exit 1; }
        make -s -C lib -j "$(nproc)" >make.log 2>&1 || { tail -20 make.log; exit 1; }
        cp lib/.libs/libcurl.a COPYING ..
        cd .. && rm -rf source
    )
fi

# MARK: The link

# The linker takes the first library of a name that it finds, so a folder with archives alone makes it take those.
# Swift's package manager puts the folders first that pkg-config names.
rm -rf "$work/archives" && mkdir -p "$work/archives"
folder=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
while read -r name kind package _; do
    case $kind in
    archive) path=$folder/$name ;;
    built) path=$curl/$name ;;
    compiler) path=$(gcc -print-file-name="$name") ;;
    *) continue ;;
    esac
    [ -f "$path" ] || fail "there is no $path; install the package $package"
    # The unwinder is asked for under the name of its shared library.
    [ "$name" != libgcc_eh.a ] || name=libgcc_s.a
    ln -s "$path" "$work/archives/$name"
done < <(grep -v '^#' "$here/carried.txt")
ln -s libpng16.a "$work/archives/libpng.a"
rm -rf "$work/pkg-config" && mkdir -p "$work/pkg-config"
for name in $(grep -oE 'pkgConfig: "[^"]+' "$here/../Package.swift" | cut -d "\"" -f 2); do
    libraries=$(pkg-config --libs-only-l "$name")
    [ "$name" != libcurl ] || libraries="$libraries -lssl -lcrypto"
    # All else stays, because other flags of the compiler would compile everything anew.
    sed "s|^Libs:.*|Libs: -L$work/archives $libraries|" \
        "$(pkg-config --variable pcfiledir "$name")/$name.pc" >"$work/pkg-config/$name.pc"
done

# Debian 12's libexpat calls arc4random_buf, which glibc has since 2.36; this one needs only 2.25.
cc -O2 -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2 -c "$here/random.c" -o "$work/random.o"

cd "$here/.."
PKG_CONFIG_PATH=$work/pkg-config ${SWIFT:-swift} build "$@" --product marquee \
    -Xlinker "$work/random.o" -Xlinker --gc-sections

mkdir -p "$(dirname "$output")"
install -m 755 .build/release/marquee "$output"

# MARK: What was promised

needed=$(objdump -p "$output" | awk '$1 == "NEEDED" { print $2 }')
for library in $needed; do
    case $library in
    libc.so.6 | libm.so.6 | ld-linux*.so.* | libdl.so.2 | libpthread.so.0 | librt.so.1) ;;
    *) fail "the program needs $library" ;;
    esac
done
glibc=$(objdump -T "$output" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -1)
printf '%s\n' GLIBC_2.35 "$glibc" | sort -CV -r || fail "the program needs $glibc"
printf 'portable: %s, %s bytes, needs %s of %s\n' "$output" "$(stat -c %s "$output")" "$glibc" "${needed//$'\n'/ }"
