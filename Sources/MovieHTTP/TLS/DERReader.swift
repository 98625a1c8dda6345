/// Reads the elements of a DER encoding (X.690) one after the other, as far as a certificate's fields need it.
struct DERReader {
    struct Element: Hashable {
        var tag: UInt8
        var contents: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next element; `nil` at the end and where the bytes are none.
    mutating func next() -> Element? {
        guard let tag = rest.popFirst(), let length = length(), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Element(tag: tag, contents: rest.prefix(length))
    }

    private mutating func length() -> Int? {
        guard let first = rest.popFirst() else { return nil }
        if first < 0x80 { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
