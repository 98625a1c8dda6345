package import JSON
import JSONRPC
import MovieAggregation
import MovieDomain

/// The answer to `rpc.discover`.
package struct OpenRPCDocument: WireObject {
    static let specificationVersion = "1.4.0"

    let info: ServiceInfo

    package init(info: ServiceInfo) { self.info = info }

    package static let wire = WireDescription<OpenRPCDocument>(
        "OpenrpcDocument",
        "An OpenRPC \(specificationVersion) document.",
        [
            .always("openrpc", { _ in specificationVersion }),
            .always("info", \.info.openRPC, as: Schema(.object([.init("title", .text), .init("version", .text)]))),
            .always("methods", { _ in MethodDeclaration.all }),
            .known(
                "x-notifications",
                { _ in NotificationDeclaration.all },
                "The notifications that the server sends, described as methods without a result."
            ),
            .known("components", { _ in Components() }),
        ]
    )

    package static var wireSchema: Schema { wire.schema }

    private struct Components: WireValue {
        static let wireSchema = Schema(.object([]))

        func write(to writer: inout JSONWriter) {
            let errors = ServiceError.Kind.allCases.map { kind -> JSONValue.Member in
                let (code, name) = (JSONValue.number(JSONNumber(kind.code.rawValue)), JSONValue.string(kind.rawValue))
                return .init(kind.rawValue, ["code": code, "message": .string(kind.summary), "data": ["kind": name]])
            }
            writer.object { writer in
                writer.member("schemas") { writer in
                    writer.object { writer in
                        for component in WireComponents.all + WireComponents.choices {
                            writer.member(component.name, component.schema)
                        }
                    }
                }
                writer.member("errors", JSONValue.object(errors))
            }
        }
    }
}

/// The objects that the documents describe by name, in alphabetical order.
package enum WireComponents {
    /// Every object that a method, a notification, or an error has.
    package static let all: [(name: String, schema: Schema)] = {
        var found: [String: Schema] = [:]
        func add(_ schema: Schema) {
            for component in schema.components where found[component.name] == nil {
                let schema = component.schema
                found[component.name] = schema
                add(schema)
            }
        }
        for method in MethodDeclaration.all {
            add(method.resultSchema)
            for parameter in method.parameters { add(parameter.schema) }
        }
        for notification in NotificationDeclaration.all { for property in notification.params { add(property.schema) } }
        for object in [LibraryChange.wireSchema, ProvidersChange.wireSchema, ErrorData.wireSchema] { add(object) }
        return found.sorted { $0.key < $1.key }.map { (name: $0.key, schema: $0.value) }
    }()

    /// The choices in the objects, each once, by their names.
    static let choices: [(name: String, schema: Schema)] = {
        let named = all.flatMap(\.schema.namedChoices)
        return Dictionary(named.map { ($0.name, $0.schema) }) { first, _ in first }
            .sorted { $0.key < $1.key }.map { (name: $0.key, schema: $0.value) }
    }()
}

/// The program's name and version, for `initialize` and `rpc.discover`.
package struct ServiceInfo: Hashable, Sendable {
    package let name = "marquee"
    package let version: String

    package init(version: String) {
        self.version = version
    }

    fileprivate var openRPC: JSONValue {
        [
            "title": .string(name),
            "description": "Films from many sources, merged into one, over JSON-RPC on stdin and stdout.",
            "version": .string(version), "license": ["name": "Apache-2.0"],
        ]
    }
}

extension MethodDeclaration: WireValue {
    package static var wireSchema: Schema { Schema(.object([])) }

    /// Writes the Method Object of OpenRPC.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", summary)
            writer.member("description", description)
            writer.member("paramStructure", "by-name")
            writer.objects("params", parameters + tokens) { parameter, writer in
                writer.member("name", parameter.name)
                writer.member("description", parameter.summary)
                writer.member("required", parameter.isRequired)
                writer.member("schema", parameter.schema)
            }
            writer.member("result") { writer in
                writer.object { writer in
                    writer.member("name", resultName)
                    writer.member("schema", resultSchema)
                }
            }
            writer.objects("errors", failures) { $1.member("$ref", "#/components/errors/" + $0.rawValue) }
            let example = example
            let given = example.parameters.map { ["name": .string($0.name), "value": $0.value] as JSONValue }
            let result: JSONValue = ["name": "result", "value": JSONValue(of: example.result)]
            let pair: JSONValue = ["name": .string(example.name), "params": .array(given), "result": result]
            writer.member("examples", [pair])
        }
    }
}

extension JSONWriter {
    /// Writes a member that is a list of objects.
    mutating func objects<Element>(
        _ name: String,
        _ elements: [Element],
        _ members: (Element, inout JSONWriter) -> Void
    ) {
        member(name) { writer in
            writer.array { writer in
                for element in elements { writer.object { members(element, &$0) } }
            }
        }
    }
}
