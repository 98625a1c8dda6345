/// A parsed text: the bytes and an index over them.
///
/// Immutable; a copy costs one reference. Strings and numbers are decoded only when an element is asked for them.
package struct JSONDocument: Sendable {
    private let storage: JSONStorage

    /// Reads exactly one value, strictly after RFC 8259.
    ///
    /// A byte order mark is refused (who takes texts from files strips it); equal names in one object are accepted, see
    /// ``JSONElement/occurrences(of:)``.
    ///
    /// - Parameters:
    ///   - bytes: the text, in UTF-8.
    ///   - limits: what it may cost.
    /// - Throws: ``JSONError`` with the byte at which it stopped.
    package init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        storage = try JSONStorage(reading: bytes, limits: limits)
    }

    /// Reads exactly one value from a string, strictly after RFC 8259.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - limits: what it may cost.
    /// - Throws: ``JSONError`` with the byte at which it stopped.
    package init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    /// The one value of the text.
    package var root: JSONElement { JSONElement(storage: storage, index: 0) }

    /// The text as it came.
    package var bytes: [UInt8] { storage.bytes }
}
