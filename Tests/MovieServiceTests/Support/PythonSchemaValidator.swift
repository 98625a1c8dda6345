import Foundation

/// The `jsonschema` package of Python, as a second opinion on our documents.
enum PythonSchemaValidator {
    /// Whether the package is there.
    static let isInstalled: Bool = {
        do {
            return try run("import jsonschema, referencing", []).status == 0
        } catch {
            return false
        }
    }()

    /// Runs a program of Python; what it prints, on both ways, and how it ended.
    static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Checks the document against the meta-schema, and its examples against its own schemas; prints every problem.
    ///
    /// The meta-schema refers to draft 7 by an address of the network, so that address is answered here.
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
