extension FramingFault {
    /// What is wrong, as the end of a sentence.
    var reason: String {
        switch self {
        case .tooLarge: "a message is larger than the limit"
        case .malformedHeader: "no valid Content-Length header"
        case .emptyMessage: "a message of length 0"
        case .unsupportedCharset: "a charset other than UTF-8"
        case .endedInsideMessage: "the input ended inside a message"
        }
    }
}
