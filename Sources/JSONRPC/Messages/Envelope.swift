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
        guard let envelope = unsafe bytes.withUnsafeBytes({ unsafe Self.read($0) }) else { return nil }
        self = envelope
    }

    private init() {}

    private static func read(_ bytes: UnsafeRawBufferPointer) -> Envelope? {
        guard var cursor = unsafe EnvelopeCursor(bytes) else { return nil }
        var envelope = Envelope()
        envelope.hasVersion = cursor.takeUsualHead()
        guard envelope.hasVersion || cursor.take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard envelope.takeMember(&cursor) else { return nil }
        } while cursor.take(UInt8(ascii: ","))
        guard cursor.take(UInt8(ascii: "}")), cursor.isAtEnd() else { return nil }
        guard envelope.hasVersion, envelope.method != nil else { return nil }
        return envelope
    }

    @inline(__always)
    private mutating func takeMember(_ cursor: inout EnvelopeCursor) -> Bool {
        switch cursor.takeName() {
        case .version:
            guard !hasVersion, cursor.takeVersion() else { return false }
            hasVersion = true
        case .id:
            guard id == nil, let token = cursor.takeID() else { return false }
            id = token
        case .method:
            guard method == nil, let text = cursor.takeString() else { return false }
            method = text
        case .params:
            guard params == nil, let range = cursor.takeContainer() else { return false }
            params = range
        case nil:
            return false
        }
        return true
    }
}
