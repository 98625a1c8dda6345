package import JSON

/// The answer of `ping`: an empty object, as in MCP; that it came is all it says.
package struct Pong: JSONEncodable, Hashable, Sendable {
    /// The only answer there is.
    package init() {}

    package func encode(to writer: inout JSONWriter) {
        writer.object { _ in }
    }
}
