#!/usr/bin/env python3
"""Makes Python types of the program's OpenRPC document, and reads real answers with them.

    check-typed-client.py --needs FOLDER       installs the generator into FOLDER, unless it is there
    check-typed-client.py FOLDER PROGRAM       makes the types and reads the answers of the demo

The types are what datamodel-code-generator makes of the document's schemas, with unknown members forbidden. Where it
cannot be installed, --needs says so and exits with 1.
"""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

from python_package import install

PACKAGE = "datamodel-code-generator==0.71.0"
CALLS = [
    ("boxOffice/daily", {"limit": 3, "enrich": True}),
    ("movies/search", {"query": "John Wick"}),
    ("movies/get", {"id": "imdb:tt6751668", "include": ["credits"]}),
    ("movies/list", {"sort": "rating", "limit": 5}),
    ("movies/related", {"id": "imdb:tt6751668"}),
    ("bookmarks/add", {"id": "imdb:tt6751668"}),
    ("bookmarks/list", {}),
    ("cards/put", {"id": "imdb:tt6751668", "stars": 4.5, "comment": "again"}),
    ("cards/list", {}),
    ("providers/list", {}),
    ("providers/status", {}),
    ("cache/stats", {}),
    ("vocabulary/list", {}),
    ("library/export", {}),
]


def schemas(document):
    """The components as one JSON Schema, whose references are to its own definitions."""
    text = json.dumps({"definitions": document["components"]["schemas"], "type": "object"})
    return text.replace("#/components/schemas/", "#/definitions/")


def check(program):
    document = json.loads(subprocess.run([program, "openrpc"], capture_output=True, check=True).stdout)
    results = {method["name"]: method["result"]["schema"]["$ref"].split("/")[-1]
               for method in document["methods"] if "$ref" in method["result"]["schema"]}
    with tempfile.TemporaryDirectory() as folder:
        source, types = pathlib.Path(folder) / "schema.json", pathlib.Path(folder) / "marquee_types.py"
        source.write_text(schemas(document))
        subprocess.run(
            [pathlib.Path(sys.executable).parent / "datamodel-codegen", "--input", source, "--output", types,
             "--input-file-type", "jsonschema", "--output-model-type", "pydantic_v2.BaseModel", "--extra-fields", "forbid",
             "--disable-timestamp", "--class-name", "Marquee"],
            check=True,
        )
        spec = importlib.util.spec_from_file_location("marquee_types", types)
        module = importlib.util.module_from_spec(spec)
        sys.modules["marquee_types"] = module
        spec.loader.exec_module(module)
        lines = [json.dumps({"jsonrpc": "2.0", "id": place, "method": name, "params": params})
                 for place, (name, params) in enumerate(CALLS)]
        done = subprocess.run(
            [program, "--demo", "--data-dir", f"{folder}/data"], input="\n".join(lines) + "\n", capture_output=True, text=True
        )
        answers = {}
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            answers[answer["id"]] = answer
        for place, (name, _) in enumerate(CALLS):
            assert "result" in answers[place], f"{name}: {answers[place]}"
            model = getattr(module, results[name])
            read = model.model_validate(answers[place]["result"])
            assert read.model_dump(exclude_unset=True, mode="json"), name
            print(f"{name}: {results[name]}")


def main(words):
    if len(words) == 2 and words[0] == "--needs":
        install(pathlib.Path(words[1]), PACKAGE)
    elif len(words) == 2 and words[0] == "--check":
        check(words[1])
    elif len(words) == 2:
        python = pathlib.Path(words[0]) / "bin/python"
        sys.exit(subprocess.run([python, __file__, "--check", words[1]]).returncode)
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
