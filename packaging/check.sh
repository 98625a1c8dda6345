#!/usr/bin/env bash
# Installs each file of dist/ on a bare system that has no network, and uses it there: the session of the demo, TLS with
# an authority of one's own, the decoders of posters, and matching. Says what it skips, and why.
#
# usage: check.sh DIST WORK [SUITE...]      as root; suites of Debian, by default bookworm and trixie, or of Ubuntu
#        WORK keeps the bare systems, which are made with mmdebstrap once.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
dist=$(cd "$1" && pwd)
mkdir -p "$2/roots"
roots=$(cd "$2/roots" && pwd)
shift 2
[ $# -gt 0 ] || set -- bookworm trixie

[ "$(id -u)" -eq 0 ] || { echo 'check-dist: this needs root, for chroot and for a namespace without a network' >&2; exit 1; }
for tool in mmdebstrap openssl ip; do
    command -v $tool >/dev/null || { echo "check-dist: there is no $tool (apt-get install mmdebstrap openssl iproute2)" >&2; exit 1; }
done

work=$(mktemp -d)
root=$work/root
trap 'rm -rf "$work"' EXIT
checked=0
failed=0

# MARK: What goes into every system

things=$work/things
mkdir "$things"
cp "$here/check_use.py" "$here/../scripts/demo-session.sh" "$things"
cp "$here/../Tests/Fixtures/images/quarters.png" "$things/poster.png"
cp "$here/../Tests/Fixtures/images/quarters.jpg" "$things/poster.jpg"
(
    cd "$things"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=An authority' -keyout "$work/ca.key" -out ca.pem \
        -addext basicConstraints=critical,CA:TRUE
    openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$work/server.key" -out "$work/server.csr"
    openssl x509 -req -in "$work/server.csr" -CA ca.pem -CAkey "$work/ca.key" -CAcreateserial -days 2 \
        -extfile <(echo subjectAltName=DNS:localhost) -out "$work/server.crt"
    cat "$work/server.crt" "$work/server.key" >server.pem
) 2>"$work/openssl.log" || { cat "$work/openssl.log" >&2; exit 1; }

# MARK: The systems

# The keys of Ubuntu's archive, which Debian has no package of: from the archive itself, and known by their digest.
ubuntu_keys() {
    local package=$roots/ubuntu-keyring.deb
    [ -f "$package" ] || curl --fail --silent --show-error --output "$package" \
        http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2021.03.26_all.deb
    echo "0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f  $package" | sha256sum --check --quiet
    dpkg-deb --extract "$package" "$work/keys"
    # apt checks signatures as another user.
    chmod a+rx "$work"
    echo "$work/keys/usr/share/keyrings/ubuntu-archive-keyring.gpg"
}

make_root() {
    local mirror=http://deb.debian.org/debian components=main keys=()
    case $1 in
    jammy | noble | questing | resolute)
        mirror=http://archive.ubuntu.com/ubuntu components=main,universe
        [ -f /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || keys=(--keyring="$(ubuntu_keys)")
        ;;
    esac
    mmdebstrap --quiet --format=tar --variant=apt --components=$components --include=python3,python3-venv,ca-certificates \
        "${keys[@]}" "$1" "$roots/$1.tar.new" "$mirror" >"$work/root.log" 2>&1 && mv "$roots/$1.tar.new" "$roots/$1.tar"
}

fresh_root() {
    rm -rf "$root"
    mkdir "$root"
    tar --extract --file "$roots/$1.tar" --directory "$root" --exclude='./dev/*'
    cp -R "$things" "$root/check"
    mkdir "$root/dist"
    cp "$dist"/* "$root/dist"
}

# Runs a command in the system; `bare` without a network but the loopback.
online() {
    unshare --mount --pid --fork --kill-child sh -c '
        root=$1
        shift
        mount --make-rprivate /
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} "$@"' sh "$root" "$@"
}

bare() {
    unshare --net sh -c 'ip link set lo up; exec "$@"' sh "$(command -v bash)" -c "
        root='$root'; $(declare -f online); online \"\$@\"" bash "$@"
}

# MARK: What is tried

try() {
    local what=$1
    shift
    printf '%s\n' "$what"
    if "$@" >"$work/log" 2>&1; then
        checked=$((checked + 1))
        grep '^  ' "$work/log" || true
    else
        failed=$((failed + 1))
        sed 's/^/  | /' "$work/log"
        printf '  FAILED: %s\n' "$what"
    fi
}

use() {
    bare "$1" --version | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' || return 1
    bare "$1" boxoffice --demo | grep -qF '존 윅 4' || return 1
    bare bash /check/demo-session.sh "$1" >"$work/session" || { cat "$work/session"; return 1; }
    printf '  the session of the demo\n'
    bare python3 /check/check_use.py "$1" /check
}

the_program() {
    fresh_root "$1"
    install "$dist/marquee" "$root/usr/local/bin/marquee"
    use marquee
}

the_wheel() {
    fresh_root "$1"
    bare python3 -m venv /venv || return 1
    bare sh -c '/venv/bin/pip install --quiet --no-index --disable-pip-version-check /dist/*.whl' || return 1
    # As pipx does it, and under the package's name, as uvx starts it.
    ln -s /venv/bin/marquee "$root/usr/local/bin/marquee"
    bare /venv/bin/marquee-films --version || return 1
    [ -s "$root/venv/share/man/man1/marquee.1" ] || return 1
    use marquee || return 1
    bare /venv/bin/pip uninstall --yes --quiet marquee-films || return 1
    [ ! -e "$root/venv/bin/marquee" ] || return 1
}

the_archive() {
    fresh_root "$1"
    tar --extract --gzip --file "$dist"/*.tar.gz --directory "$root/opt" --strip-components=1 --no-same-owner
    bare /opt/install.sh || return 1
    use /usr/local/bin/marquee || return 1
    bare /opt/install.sh uninstall || return 1
    [ ! -e "$root/usr/local/bin/marquee" ] || return 1
}

the_debian_package() {
    fresh_root "$1"
    # What it depends on is downloaded with the network, and installed without.
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    online apt-get -qq update || return 1
    online sh -c 'apt-get -qq install --download-only --no-install-recommends /dist/*.deb' || return 1
    bare sh -c 'apt-get -qq install --no-install-recommends /dist/*.deb' || return 1
    use marquee || return 1
    bare apt-get -qq purge marquee || return 1
    [ ! -e "$root/usr/bin/marquee" ] || return 1
}

the_bundle() {
    fresh_root "$1"
    bare python3 -c '
import glob, json, os, zipfile
with zipfile.ZipFile(glob.glob("/dist/*.mcpb")[0]) as bundle:
    for entry in bundle.infolist():
        os.chmod(bundle.extract(entry, "/bundle"), entry.external_attr >> 16)
command = json.load(open("/bundle/manifest.json"))["server"]["mcp_config"]["command"]
os.symlink(command.replace("${__dirname}", "/bundle"), "/usr/local/bin/marquee")' || return 1
    use marquee
}

(cd "$dist" && sha256sum --quiet --check SHA256SUMS)

for suite in "$@"; do
    if [ ! -f "$roots/$suite.tar" ] && ! make_root "$suite"; then
        printf '%s: skipped, because mmdebstrap cannot make it: %s\n' "$suite" "$(tail -1 "$work/root.log")"
        continue
    fi
    try "$suite: the portable program" the_program "$suite"
    try "$suite: the wheel, in a fresh environment" the_wheel "$suite"
    try "$suite: the archive" the_archive "$suite"
    try "$suite: the bundle for assistants" the_bundle "$suite"
    case $suite in
    jammy | noble | questing | resolute) distribution=ubuntu ;;
    *) distribution=debian ;;
    esac
    # shellcheck source=/dev/null
    if [ "$(. /etc/os-release && echo "$ID")" = "$distribution" ]; then
        try "$suite: the Debian package" the_debian_package "$suite"
    else
        echo "$suite: the Debian package: skipped, because it is for the distribution that built it"
    fi
done

printf 'check-dist: %s passed, %s failed\n' "$checked" "$failed"
[ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]
