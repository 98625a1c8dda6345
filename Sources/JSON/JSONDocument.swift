/// A parsed text, as its bytes and an index over them.
///
/// A document is immutable, and a copy costs one reference. Strings and numbers are decoded only on request.
package struct JSONDocument: Sendable {
    private let storage: JSONStorage

    /// Reads exactly one value, strictly as in RFC 8259.
    ///
    /// A byte order mark is refused (who takes texts from files strips it); equal names in one object are accepted, see
    /// ``JSONElement/hasDuplicateNames``.
    package init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(bytes.span, limits: limits)
    }

    /// Reads a text converted from XML, where a list of one element looks like that element; to a path it is a list.
    package init(fromXML bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        try self.init(bytes.span, limits: limits, singlesAreLists: true)
    }

    /// Reads exactly one value from bytes, and keeps a copy of them.
    init(_ bytes: Span<UInt8>, limits: JSONLimits, singlesAreLists: Bool = false) throws(JSONError) {
        storage = JSONStorage(capacity: bytes.count, singlesAreLists: singlesAreLists)
        try unsafe bytes.withUnsafeBufferPointer { (text) throws(JSONError) in
            try unsafe storage.read(text, limits: limits)
        }
    }

    /// Reads exactly one value from a string, strictly as in RFC 8259.
    package init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    package var root: JSONElement { JSONElement(storage: storage, index: 0) }
}

/// Reads texts one after another, and reuses the memory of the last one if none of its elements is retained.
package struct JSONParser: Sendable {
    /// The longest text for reused memory; an element retains this memory, which should be little more than the text.
    private static let longestReused = 1_024

    private let limits: JSONLimits
    private var storage = JSONStorage(capacity: longestReused)

    package init(limits: JSONLimits) { self.limits = limits }

    /// Returns the value of a text, read as by ``JSONDocument/init(_:limits:)``.
    package mutating func parse(_ text: Span<UInt8>) throws(JSONError) -> JSONElement {
        guard text.count <= Self.longestReused else { return try JSONDocument(text, limits: limits).root }
        if !isKnownUniquelyReferenced(&storage) { storage = JSONStorage(capacity: Self.longestReused) }
        try unsafe text.withUnsafeBufferPointer { (text) throws(JSONError) in
            try unsafe storage.read(text, limits: limits)
        }
        return JSONElement(storage: storage, index: 0)
    }
}

/// The limits above which the reader refuses a text.
///
/// They also bound the memory and stack of later operations: a document of depth 64 can be compared, written, and
/// converted by recursion of depth 64.
package struct JSONLimits: Sendable, Hashable {
    /// The limit on the bytes of a text, at most 2²⁸ − 1 (a tape word has 28 bits for it).
    package var maximumBytes: Int

    /// The limit on the nesting of arrays and objects, at most 512.
    package var maximumDepth: Int

    /// The limit on the bytes of one number.
    package var maximumNumberLength: Int

    /// 10 MiB, depth 64, numbers of 1,000 bytes: the limits of a message.
    package static let standard = JSONLimits()

    /// Creates limits, by default those of a message; `[]` has depth 1, and a single scalar 0.
    package init(maximumBytes: Int = 10 << 20, maximumDepth: Int = 64, maximumNumberLength: Int = 1_000) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumNumberLength = maximumNumberLength
    }

    /// The limit on bytes, bounded by the capacity of a tape word.
    var effectiveBytes: Int { min(maximumBytes, TapeWord.maximumOffset) }

    /// The limit on depth, bounded so that recursion over a document is safe.
    var effectiveDepth: Int { min(maximumDepth, 512) }
}
