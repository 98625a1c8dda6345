/// A parsed text: the bytes and an index over them.
///
/// Immutable; a copy costs one reference. Strings and numbers are decoded only when an element is asked for them.
package struct JSONDocument: Sendable {
    private let storage: JSONStorage

    /// Reads exactly one value, strictly after RFC 8259.
    ///
    /// A byte order mark is refused (who takes texts from files strips it); equal names in one object are accepted, see
    /// ``JSONElement/hasDuplicateNames``.
    package init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(bytes.span, limits: limits)
    }

    /// Reads a text that was made of XML, where a list with one element looks like that element; to a path it is the list.
    package init(fromXML bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        try self.init(bytes.span, limits: limits, singlesAreLists: true)
    }

    /// Reads exactly one value from bytes that lie elsewhere, of which it keeps a copy.
    init(_ bytes: Span<UInt8>, limits: JSONLimits, singlesAreLists: Bool = false) throws(JSONError) {
        storage = JSONStorage(capacity: bytes.count, singlesAreLists: singlesAreLists)
        try unsafe bytes.withUnsafeBufferPointer { (text) throws(JSONError) in
            try unsafe storage.read(text, limits: limits)
        }
    }

    /// Reads exactly one value from a string, strictly after RFC 8259.
    package init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    package var root: JSONElement { JSONElement(storage: storage, index: 0) }

    package var bytes: [UInt8] { storage.bytes }
}

/// Reads one text after another, in the memory of the one before once none of its elements is held.
package struct JSONParser: Sendable {
    /// An element keeps the memory that it was read into, which should not be much more than its text.
    private static let longestReused = 1_024

    private let limits: JSONLimits
    private var storage = JSONStorage(capacity: longestReused)

    package init(limits: JSONLimits) { self.limits = limits }

    /// The one value of a text, read as ``JSONDocument/init(_:limits:)`` reads it.
    package mutating func parse(_ text: Span<UInt8>) throws(JSONError) -> JSONElement {
        guard text.count <= Self.longestReused else { return try JSONDocument(text, limits: limits).root }
        if !isKnownUniquelyReferenced(&storage) { storage = JSONStorage(capacity: Self.longestReused) }
        try unsafe text.withUnsafeBufferPointer { (text) throws(JSONError) in
            try unsafe storage.read(text, limits: limits)
        }
        return JSONElement(storage: storage, index: 0)
    }
}

/// How much of a text the reader takes on before it refuses.
///
/// The limits bound memory and stack for everything that walks a document later: what was read with depth 64 can be
/// compared, written and converted by recursion of depth 64.
package struct JSONLimits: Sendable, Hashable {
    /// The most bytes a text may have; a higher setting than 2²⁸ − 1 counts as that (a tape word has 28 bits for it).
    package var maximumBytes: Int

    /// The most arrays and objects inside each other; a higher setting than 512 counts as 512.
    package var maximumDepth: Int

    /// The most bytes one number may be written with.
    package var maximumNumberLength: Int

    /// 10 MiB, depth 64, numbers of 1,000 bytes: the limits of a message.
    package static let standard = JSONLimits()

    /// Limits, by default those of a message; `[]` has depth 1, a lone scalar 0.
    package init(maximumBytes: Int = 10 << 20, maximumDepth: Int = 64, maximumNumberLength: Int = 1_000) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumNumberLength = maximumNumberLength
    }

    /// The limit on bytes that holds, with what a tape word can carry.
    var effectiveBytes: Int { min(maximumBytes, TapeWord.maximumOffset) }

    /// The limit on depth that holds, with what recursion over a document can carry.
    var effectiveDepth: Int { min(maximumDepth, 512) }
}
