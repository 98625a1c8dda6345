#!/usr/bin/env python3
"""Packs the extension for VS Code, as `vsce package` does, without Node.js or a network.

    make-vsix.py [--program PROGRAM] FILE.vsix

With --program, the program is packed, too, and the package is for Linux on this machine's processor. The same files give
the same package.
"""

import argparse
import json
import pathlib
import platform
import zipfile
from xml.sax.saxutils import escape, quoteattr

FOLDER = pathlib.Path(__file__).resolve().parent
PLATFORMS = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}
ENTRIES = ["package.json", "README.md", "extension.js", *(f"{part}/*" for part in ("src", "media"))]

CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".svg" ContentType="image/svg+xml"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
<Override PartName="/extension/bin/marquee" ContentType="application/octet-stream"/>
</Types>
"""


def manifest(package, target):
    """The description of the package, which VS Code reads first."""
    identity = {
        "Language": "en-US", "Id": package["name"], "Version": package["version"], "Publisher": package["publisher"],
    }
    if target:
        identity["TargetPlatform"] = target
    attributes = " ".join(f"{name}={quoteattr(value)}" for name, value in identity.items())
    engine = quoteattr(package["engines"]["vscode"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity {attributes}/>
<DisplayName>{escape(package["displayName"])}</DisplayName>
<Description xml:space="preserve">{escape(package["description"])}</Description>
<Tags>{escape(",".join(package["keywords"]))}</Tags>
<Categories>{escape(",".join(package["categories"]))}</Categories>
<License>extension/LICENSE.txt</License>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
<Property Id="Microsoft.VisualStudio.Code.LocalizedLanguages" Value=""/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def contents(program):
    """The files of the package, by their paths in it."""
    package = json.loads((FOLDER / "package.json").read_text())
    target = PLATFORMS[platform.machine()] if program else None
    yield "extension.vsixmanifest", manifest(package, target).encode()
    yield "[Content_Types].xml", CONTENT_TYPES.encode()
    yield "extension/LICENSE.txt", (FOLDER / "../../LICENSE").read_bytes()
    for pattern in ENTRIES:
        for path in sorted(FOLDER.glob(pattern)):
            yield f"extension/{path.relative_to(FOLDER)}", path.read_bytes()
    if program:
        yield "extension/bin/marquee", program.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=pathlib.Path, help="the program to pack")
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    with zipfile.ZipFile(arguments.file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in contents(arguments.program):
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if name.endswith("bin/marquee") else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, data)
    print(f"{arguments.file}: {arguments.file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
