import MarqueeTestKit

/// Python's `jsonschema` package as a second validator of our documents.
enum PythonSchemaValidator {
    /// The meta-schema among the shared suites; `nil` where it is missing.
    static let metaSchema: String? = {
        let path = (ProjectFiles.suites ?? "") + "/openrpc/schema-1.4.json"
        return ProjectFiles.isReadable(path) ? path : nil
    }()

    static func isUsable() async throws -> Bool {
        guard metaSchema != nil else { return false }
        return try await run("import jsonschema, referencing", []).status == .exited(0)
    }

    /// Runs a Python program to its end.
    static func run(_ program: String, _ arguments: [String]) async throws -> ProcessOutcome {
        var plan = ProcessPlan("/usr/bin/env", ["python3", "-c", program] + arguments)
        for name in ["PATH", "HOME"] { plan.environment[name] = ProjectFiles.environment(name) }
        return try await ProcessOutcome.of(plan)
    }

    /// A program that checks the document against the meta-schema and its examples against its own schemas, and prints
    /// every problem.
    ///
    /// The meta-schema refers to draft 7 by URL, so the program resolves that URL without the network.
    static let openRPCProgram = """
        import json, sys
        from jsonschema import Draft7Validator
        from referencing import Registry, Resource
        from referencing.jsonschema import DRAFT7
        meta, document = (json.load(open(path)) for path in sys.argv[1:3])
        draft7 = dict(Draft7Validator.META_SCHEMA)
        draft7["definitions"] = dict(draft7["definitions"])
        draft7["definitions"]["JSONSchemaObject"] = {"properties": {"$ref": {"type": "string"}}}
        draft7["$id"] = "https://meta.json-schema.tools"
        meta["$schema"] = "http://json-schema.org/draft-07/schema#"
        registry = Registry().with_resources([
            ("https://meta.json-schema.tools", Resource.from_contents(draft7, DRAFT7)),
            ("https://meta.json-schema.tools/", Resource.from_contents(draft7, DRAFT7)),
        ])
        def problems(schema, value, registry=Registry()):
            for error in Draft7Validator(schema, registry=registry).iter_errors(value):
                print(error.json_path, error.message[:300])
        problems(meta, document, registry)
        for method in document["methods"]:
            result = dict(method["result"]["schema"], components=document["components"])
            if "$ref" in result:
                result = {"allOf": [{"$ref": result["$ref"]}], "components": document["components"]}
            for example in method["examples"]:
                problems(result, example["result"]["value"])
                given = {item["name"]: item["value"] for item in example["params"]}
                for parameter in method["params"]:
                    if parameter["name"] in given:
                        problems(parameter["schema"], given[parameter["name"]])
                    elif parameter["required"]:
                        print(method["name"], "lacks", parameter["name"])
        """
}
