package import JSON
import JSONRPC

/// The service's description as an OpenRPC document: the answer of `rpc.discover`.
package struct OpenRPCDocument: Sendable, JSONEncodable {
    /// Of the specification that the document follows.
    package static let specificationVersion = "1.4.0"

    let info: ServiceInfo
    let methods: [MethodDeclaration]

    /// Describes `methods` as the service of `info`.
    package init(info: ServiceInfo, methods: [MethodDeclaration] = MethodDeclaration.all) {
        self.info = info
        self.methods = methods
    }

    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("openrpc", OpenRPCDocument.specificationVersion)
            writer.member("info") { encodeInfo(to: &$0) }
            writer.member("methods") { writer in
                writer.array { writer in
                    for method in methods { method.encodeForOpenRPC(to: &writer) }
                }
            }
            writer.member("components") { encodeComponents(to: &$0) }
        }
    }

    private func encodeInfo(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("title", info.name)
            writer.member("description", "Films from many sources, merged into one, over JSON-RPC on stdin and stdout.")
            writer.member("version", info.version)
            writer.member("license") { writer in
                writer.object { $0.member("name", "Apache-2.0") }
            }
        }
    }

    private func encodeComponents(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("schemas") { writer in
                writer.object { writer in
                    for component in NamedSchema.all { writer.member(component.name, component.schema) }
                }
            }
            writer.member("errors") { writer in
                writer.object { writer in
                    for failure in FailureKind.allCases {
                        writer.member(failure.rawValue) { failure.encodeForOpenRPC(to: &$0) }
                    }
                }
            }
        }
    }
}

/// Who answers: what `initialize` and `rpc.discover` say of the program.
package struct ServiceInfo: Hashable, Sendable {
    /// `marquee`.
    package let name: String
    /// Semantic version: `1.0.0`.
    package let version: String

    /// The program of that name in that version.
    package init(name: String = "marquee", version: String) {
        self.name = name
        self.version = version
    }
}

extension MethodDeclaration {
    /// Writes the Method Object of OpenRPC.
    func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", documentation.summary)
            writer.member("description", documentation.description)
            writer.member("paramStructure", "by-name")
            writer.member("params") { writer in
                writer.array { writer in
                    for parameter in parameters { parameter.encodeForOpenRPC(to: &writer) }
                }
            }
            writer.member("result") { documentation.result.encodeForOpenRPC(to: &$0) }
            writer.member("errors") { writer in
                writer.array { writer in
                    for failure in failures { encodeReference(to: failure, in: &writer) }
                }
            }
            writer.member("examples") { writer in
                writer.array { documentation.example.encodeForOpenRPC(to: &$0) }
            }
        }
    }

    private func encodeReference(to failure: FailureKind, in writer: inout JSONWriter) {
        writer.object { $0.member("$ref", "#/components/errors/" + failure.rawValue) }
    }
}

extension ParameterDescription {
    /// Writes the Content Descriptor Object of a parameter.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("description", summary)
            writer.member("required", isRequired)
            writer.member("schema", schema)
        }
    }
}

extension MethodResult {
    /// Writes the Content Descriptor Object of a result.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("schema", schema)
        }
    }
}

extension MethodExample {
    /// Writes the Example Pairing Object.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("params") { writer in
                writer.array { writer in
                    for parameter in parameters {
                        MethodExample.encode(parameter.name, to: &writer) { $0.value(parameter.value) }
                    }
                }
            }
            writer.member("result") { writer in
                MethodExample.encode("result", to: &writer) { result.encode(to: &$0) }
            }
        }
    }

    private static func encode(_ name: String, to writer: inout JSONWriter, value: (inout JSONWriter) -> Void) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("value") { value(&$0) }
        }
    }
}

extension FailureKind {
    /// Writes the Error Object of the document's components.
    func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", code.rawValue)
            writer.member("message", summary)
            writer.member("data") { writer in
                writer.object { $0.member("kind", rawValue) }
            }
        }
    }
}
