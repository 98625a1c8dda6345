/// Where the members of an ordinary request lie in its bytes.
///
/// This is the short way for what clients really send: an object of the known members, once each, in any order, without
/// escapes in the names, the method and the id. `init` gives nil for everything else, right or wrong, and the complete
/// reading decides. `params` is only delimited here; its bytes are still to be read strictly.
struct Envelope {
    private(set) var id: Range<Int>?
    private(set) var method: Range<Int>?
    private(set) var params: Range<Int>?
    private var hasVersion = false

    init?(_ bytes: Span<UInt8>) {
        var cursor = EnvelopeCursor()
        guard cursor.take(UInt8(ascii: "{"), in: bytes) else { return nil }
        repeat {
            guard let name = cursor.takeString(in: bytes), cursor.take(UInt8(ascii: ":"), in: bytes) else { return nil }
            guard takeMember(bytes, name: name, &cursor) else { return nil }
        } while cursor.take(UInt8(ascii: ","), in: bytes)
        guard cursor.take(UInt8(ascii: "}"), in: bytes), cursor.isAtEnd(of: bytes) else { return nil }
        guard hasVersion, method != nil else { return nil }
    }

    private mutating func takeMember(_ bytes: Span<UInt8>, name: Range<Int>, _ cursor: inout EnvelopeCursor) -> Bool {
        switch name.count {
        case 2 where bytes.has("id" as StaticString, at: name.lowerBound):
            guard id == nil, let token = cursor.takeID(in: bytes) else { return false }
            id = token
        case 6 where bytes.has("method" as StaticString, at: name.lowerBound):
            guard method == nil, let text = cursor.takeString(in: bytes) else { return false }
            method = text
        case 6 where bytes.has("params" as StaticString, at: name.lowerBound):
            guard params == nil, let range = cursor.takeContainer(in: bytes) else { return false }
            params = range
        case 7 where bytes.has("jsonrpc" as StaticString, at: name.lowerBound):
            guard !hasVersion, let text = cursor.takeString(in: bytes), bytes.isVersion(text) else { return false }
            hasVersion = true
        default:
            return false
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether a range holds the only version there is.
    @inline(__always)
    fileprivate func isVersion(_ range: Range<Int>) -> Bool {
        range.count == 3 && self[range.lowerBound] == UInt8(ascii: "2")
            && self[range.lowerBound + 1] == UInt8(ascii: ".")
            && self[range.lowerBound + 2] == UInt8(ascii: "0")
    }
}
