import JSON

/// One message of a session as a line of NDJSON.
struct TrafficRecord: Sendable {
    /// Which way it went.
    enum Direction: String, Sendable {
        case `in`, out
    }

    /// What it is.
    enum Content: Sendable {
        /// What framing made of it; JSON as a rule.
        case message([UInt8])
        /// A stretch that was no message, and what is wrong with it.
        case fault([UInt8], reason: String)
        /// So many messages are missing here, because nothing was written for too long.
        case missing(Int)
    }

    let time: UTCTime
    let direction: Direction
    let framing: RPCFraming
    let content: Content

    /// A fault's bytes are cut here; those above the limit of a message are not wanted in a trace.
    private static let longestFault = 65_536

    /// How much memory it holds.
    var byteCount: Int {
        switch content {
        case .message(let bytes), .fault(let bytes, _): bytes.count + 64
        case .missing: 64
        }
    }

    /// The line.
    ///
    /// - Parameter mask: takes secrets out of a message or any other bytes.
    /// - Returns: its bytes, the line feed included.
    func line(masking mask: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: byteCount + 128)
        writer.object { writer in
            writer.member("time", "\(time)")
            writer.member("direction", direction.rawValue)
            writer.member("framing", framing == .line ? "line" : "header")
            switch content {
            case .message(let bytes): Self.append(mask(bytes), to: &writer)
            case .fault(let bytes, let reason):
                writer.member("fault", reason)
                if bytes.count <= Self.longestFault {
                    Self.appendText(mask(bytes), to: &writer)
                } else {
                    writer.member("omittedBytes", bytes.count)
                }
            case .missing(let count): writer.member("missing", count)
            }
        }
        return writer.bytes + [.lineFeed]
    }

    private static func append(_ message: [UInt8], to writer: inout JSONWriter) {
        guard isJSON(message) else { return appendText(message, to: &writer) }
        // In JSON a line end can only stand between tokens.
        writer.member("message") { $0.raw(message.map { $0 == .lineFeed || $0 == .carriageReturn ? 0x20 : $0 }) }
    }

    private static func appendText(_ bytes: [UInt8], to writer: inout JSONWriter) {
        if let text = String(validating: bytes, as: UTF8.self) {
            writer.member("text", text)
        } else {
            writer.member("base64", Base64.text(bytes))
        }
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)
        do {
            _ = try JSONDocument(bytes, limits: limits)
            return true
        } catch {
            return false
        }
    }
}
