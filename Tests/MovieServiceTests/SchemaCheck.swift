import Foundation
import JSON

/// A check of values against the JSON Schemas of an OpenRPC document, for the keywords that we use.
///
/// The check is stricter than JSON Schema: a member that the schema does not name is also a problem, because our
/// results must not have undocumented members.
struct SchemaCheck {
    let document: JSONElement

    /// Returns every violation of the named component in `value`.
    func problems(of value: JSONElement, component name: String) -> [String] {
        guard let schema = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
        return problems(of: value, against: schema)
    }

    /// Returns every violation of `schema` in `value`, as `path: problem`.
    func problems(of value: JSONElement, against schema: JSONElement, at path: String = "$") -> [String] {
        if let reference = schema["$ref"]?.string {
            let name = String(reference.dropFirst("#/components/schemas/".count))
            guard let target = document["components"]?["schemas"]?[name] else { return ["\(path): no schema \(name)"] }
            return problems(of: value, against: target, at: path)
        }
        let types = schema["type"].map { type in type.string.map { [$0] } ?? type.elements.compactMap(\.string) }
        if let types, !types.contains(where: { SchemaCheck.matches(value, $0) }) {
            return ["\(path): \(value) is not \(types.joined(separator: " or "))"]
        }
        return scalarProblems(of: value, against: schema, at: path)
            + listProblems(of: value, against: schema, at: path)
            + objectProblems(of: value, against: schema, at: path)
    }

    private func scalarProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        var problems: [String] = []
        if let words = schema["enum"], !words.elements.contains(value) {
            problems.append("\(path): \(value) not in \(words)")
        }
        if let number = value.double {
            if let minimum = schema["minimum"]?.double, number < minimum {
                problems.append("\(path): \(value) < \(minimum)")
            }
            if let maximum = schema["maximum"]?.double, number > maximum {
                problems.append("\(path): \(value) > \(maximum)")
            }
        }
        return problems
    }

    private func listProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        guard value.kind == .array, let items = schema["items"] else { return [] }
        return value.elements.enumerated().flatMap { problems(of: $1, against: items, at: "\(path)[\($0)]") }
    }

    private func objectProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        guard value.kind == .object else { return [] }
        var problems: [String] = []
        for name in schema["required"]?.elements.compactMap(\.string) ?? [] where value[name] == nil {
            problems.append("\(path): \(name) is missing")
        }
        for (name, member) in value.members {
            if let known = schema["properties"]?[name] ?? schema["additionalProperties"] {
                problems += self.problems(of: member, against: known, at: "\(path).\(name)")
            } else {
                problems.append("\(path): \(name) is not documented")
            }
        }
        return problems
    }

    private static func matches(_ value: JSONElement, _ type: String) -> Bool {
        switch type {
        case "null": value.kind == .null
        case "boolean": value.kind == .bool
        case "string": value.kind == .string
        case "array": value.kind == .array
        case "object": value.kind == .object
        case "number": value.kind == .number
        case "integer": value.int != nil
        default: false
        }
    }
}

extension JSONElement {
    /// Every `$ref` in the value.
    var references: [String] {
        let own = self["$ref"]?.string.map { [$0] } ?? []
        return own + members.flatMap(\.value.references) + elements.flatMap(\.references)
    }
}

/// Python's `jsonschema` package as a second validator of our documents.
enum PythonSchemaValidator {
    /// Whether the package is installed.
    static let isInstalled: Bool = {
        do {
            return try run("import jsonschema, referencing", []).status == 0
        } catch {
            return false
        }
    }()

    /// Runs a Python program and returns its exit status and what it prints to standard output and standard error.
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

/// The locations of the public test suites, which are not part of the project.
enum Suites {
    /// The folder that `MARQUEE_SUITES` names, or `shared/suites` beside the project's folder.
    static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["MARQUEE_SUITES"] { return URL(fileURLWithPath: path) }
        return project.deletingLastPathComponent().appendingPathComponent("shared/suites")
    }

    static var openRPCSchema: URL { folder.appendingPathComponent("openrpc/schema-1.4.json") }

    /// The project's folder, found from this source file because tests may run in any directory.
    static let project = URL(fileURLWithPath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
