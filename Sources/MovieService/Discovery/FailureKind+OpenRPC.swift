import JSON
import JSONRPC

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
