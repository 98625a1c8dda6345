package import JSON

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
