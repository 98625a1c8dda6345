import JSON

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
