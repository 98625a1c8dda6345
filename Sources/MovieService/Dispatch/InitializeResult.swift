import JSON

/// The answer of `initialize` in the LSP base protocol: who answers, and which methods there are.
struct InitializeResult: JSONEncodable {
    let info: ServiceInfo
    /// By name.
    let methods: [String]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("capabilities") { writer in
                writer.object { writer in
                    // A name of our own: LSP's capabilities promise what we are not.
                    writer.member("marquee") { writer in
                        writer.object { $0.member("methods", methods) }
                    }
                }
            }
            writer.member("serverInfo") { writer in
                writer.object { writer in
                    writer.member("name", info.name)
                    writer.member("version", info.version)
                }
            }
        }
    }
}
