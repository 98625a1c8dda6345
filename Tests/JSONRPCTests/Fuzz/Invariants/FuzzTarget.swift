/// A part of the wire that any bytes may be thrown at, with what must hold for all of them.
///
/// libFuzzer (`make fuzz`) and the tests call the same ``check(_:)``.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// Newline-delimited messages against a model of three lines.
    case lineFramer = "line-framer"
    /// `Content-Length` messages, detected framing included.
    case headerFramer = "header-framer"
    /// The JSON reader, its values and the writer.
    case jsonReader = "json-reader"
    /// Messages by the short way and by the complete one.
    case messageDecoder = "message-decoder"

    /// Checks everything that must hold for these bytes.
    ///
    /// - Throws: what does not.
    func check(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .lineFramer: try FramerInvariants.checkLines(bytes)
        case .headerFramer: try FramerInvariants.checkHeaders(bytes)
        case .jsonReader: try JSONInvariants.check(bytes)
        case .messageDecoder: try DecoderInvariants.check(bytes)
        }
    }
}

/// Something that must hold for any bytes and does not.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws a violation where a condition is false.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
        if !condition { throw Violation(description()) }
    }
}
