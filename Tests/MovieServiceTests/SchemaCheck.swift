import Foundation
import JSON

/// Checks a value against the JSON Schemas of an OpenRPC document, as far as we use that language.
///
/// It is stricter than the language: a member that the schema does not name is a problem too, since our results must not
/// hold undocumented members.
struct SchemaCheck {
    let document: JSONElement

    /// Every place where `value` is not as the component of that name says.
    func problems(of value: JSONElement, component name: String) -> [String] {
        guard let schema = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
        return problems(of: value, against: schema)
    }

    /// Every place where `value` is not as `schema` says, as `path: what`.
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

/// Where the public test suites lie, which are not part of the project.
enum Suites {
    /// `MARQUEE_SUITES`, else beside the project's folder.
    static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["MARQUEE_SUITES"] { return URL(fileURLWithPath: path) }
        return project.deletingLastPathComponent().appendingPathComponent("shared/suites")
    }

    static var openRPCSchema: URL { folder.appendingPathComponent("openrpc/schema-1.4.json") }

    /// The project's folder: that of the sources, wherever the tests are run from.
    static let project = URL(fileURLWithPath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
