/// What the lines of one header block have said so far.
struct HeaderFields {
    private(set) var contentLength: Int?
    private(set) var isUTF8 = true
    /// Bytes of the lines taken so far, line ends included.
    private(set) var byteCount = 0

    /// Whether no line has come yet.
    var isEmpty: Bool { byteCount == 0 }

    /// Takes a line; false where it is none or contradicts an earlier one.
    mutating func take(_ line: HeaderLine, byteCount: Int) -> Bool {
        self.byteCount += byteCount
        switch line {
        case .contentLength(let length):
            if let contentLength, contentLength != length { return false }
            contentLength = length
        case .contentType(let isUTF8):
            self.isUTF8 = isUTF8
        case .other:
            break
        case .malformed:
            return false
        }
        return true
    }
}
