#!/usr/bin/env python3
"""Says what the portable program carries: a bill of materials (CycloneDX) and the notices of its libraries.

usage: carried.py WORK VERSION EPOCH BILL NOTICES
       WORK is the folder of portable.sh, with the archives that were linked
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def distribution():
    release = dict(line.split("=", 1) for line in open("/etc/os-release").read().splitlines() if "=" in line)
    return release["ID"].strip('"'), release.get("VERSION_ID", "").strip('"')


def package_of(archive, kind, package):
    """The Debian package that an archive is from; of the compiler's own, the one that owns the file."""
    if kind != "compiler":
        return package
    return output("dpkg", "-S", output("gcc", f"-print-file-name={archive}")).split(":")[0]


def debian_components():
    system, version_id = distribution()
    components, notices = {}, []
    for line in (HERE / "carried.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        archive, kind, package, license = line.split()
        package = package_of(archive, kind, package)
        source, version = output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", package).splitlines()[0].split()
        if source not in components:
            text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
            notices.append((f"{source} {version}", text))
            components[source] = {
                "type": "library",
                "bom-ref": f"pkg:deb/{system}/{source}@{version}",
                "name": source,
                "version": version,
                "licenses": [{"expression": license.replace("_", " ")}],
                "purl": f"pkg:deb/{system}/{source}@{version}?arch=source&distro={system}-{version_id}".replace("+", "%2B"),
                "properties": [],
            }
        components[source]["properties"].append({"name": "marquee:archive", "value": archive})
    return list(components.values()), notices


def swift_components():
    compiler = pathlib.Path(output("sh", "-c", "readlink -f \"$(command -v swiftc)\"")).parent.parent
    version = output("swiftc", "--version").split("Swift version ")[1].split()[0]
    found = [("swift", version, "swiftlang", "the runtime, the standard library, and libdispatch")]
    resolved = json.loads((ROOT / "Package.resolved").read_text())
    for pin in resolved["pins"]:
        found.append((pin["identity"], pin["state"]["version"], "apple", "a Swift package"))
    notice = (compiler / "share/swift/LICENSE.txt").read_text()
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:github/{owner}/{name}@{version}",
            "name": name,
            "version": version,
            "description": what,
            "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
            "purl": f"pkg:github/{owner}/{name}@{version}",
        }
        for name, version, owner, what in found
    ]
    return components, [(", ".join(f"{name} {version}" for name, version, _, _ in found), notice)]


def main(work, version, epoch, bill, notices):
    debian, texts = debian_components()
    swift, more = swift_components()
    components = sorted(debian + swift, key=lambda component: component["name"])
    seed = hashlib.sha256(json.dumps([version, components], sort_keys=True).encode()).hexdigest()
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, seed)}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(epoch))),
            "component": {
                "type": "application",
                "bom-ref": "marquee",
                "name": "marquee",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": "marquee", "dependsOn": [component["bom-ref"] for component in components]}],
    }
    pathlib.Path(bill).write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    with open(notices, "w") as file:
        file.write("The portable program of Marquee carries these libraries. Their notices follow.\n\n")
        for title, text in more + sorted(texts):
            file.write(f"{'=' * 78}\n{title}\n{'=' * 78}\n\n{text.strip()}\n\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
