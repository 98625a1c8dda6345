#!/usr/bin/env python3
"""Checks definitions against the JSON Schema of the language, as an editor does.

usage: marquee schema | scripts/check-schema.py FILE...     prints FILE: PLACE: text for each problem, and exits 1
       scripts/check-schema.py --schema FILE FILE...        the same with a schema from a file
       scripts/check-schema.py --needs                      exits 0 where the packages jsonschema and PyYAML are there

The schema itself is checked first. A definition `-` in a file of several, divided by lines of `---`, is named by its number.
"""

import argparse
import json
import sys


def core_loader(yaml):
    """YAML 1.2's core schema, which editors use: `no` is a text, and so is a date."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.yaml_implicit_resolvers = {}
    digits = list("-+.0123456789")
    Loader.add_implicit_resolver("tag:yaml.org,2002:null", yaml_pattern(r"^(?:~|null|)$"), ["~", "n", ""])
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", yaml_pattern(r"^(?:true|false)$"), ["t", "f"])
    Loader.add_implicit_resolver("tag:yaml.org,2002:int", yaml_pattern(r"^[-+]?[0-9]+$"), digits)
    Loader.add_implicit_resolver(
        "tag:yaml.org,2002:float", yaml_pattern(r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?$"), digits
    )
    return Loader


def yaml_pattern(text):
    import re

    return re.compile(text)


def problems(validator, yaml, loader, name, text):
    documents = list(yaml.load_all(text, Loader=loader))
    for number, document in enumerate(documents):
        label = name if len(documents) == 1 else f"{name}#{number}"
        for error in sorted(validator.iter_errors(document), key=lambda error: error.json_path):
            deepest = error
            while deepest.context:
                deepest = max(deepest.context, key=lambda part: len(part.absolute_path))
            yield f"{label}: {deepest.json_path}: {deepest.message[:200]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", help="a file with the schema (standard: what comes on stdin)")
    parser.add_argument("--needs", action="store_true", help="only say whether the packages are there")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    try:
        import jsonschema
        import yaml
    except ImportError as error:
        sys.exit(f"check-schema.py needs the packages jsonschema and PyYAML: {error}")
    if arguments.needs:
        return 0
    schema = json.load(open(arguments.schema, encoding="utf-8") if arguments.schema else sys.stdin)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    loader = core_loader(yaml)
    found = 0
    for name in arguments.files:
        with open(name, encoding="utf-8") as file:
            for line in problems(validator, yaml, loader, name, file.read()):
                print(line)
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
