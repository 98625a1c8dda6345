/// Writes JSON into a byte buffer, and inserts commas, colons, and (if pretty) indentation.
///
/// Non-ASCII text is written as UTF-8. Only `"`, `\`, and control characters are escaped, so a frame of one line
/// contains no newline. A writer takes one value. The output is well-formed if each body writes only members into an
/// object and only values into an array.
package struct JSONWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    let isPretty: Bool
    private var needsComma = false
    private var isAfterName = false
    private var depth = 0

    /// Creates a writer with room for `capacity` bytes.
    ///
    /// `pretty` puts each member and value on its own line, indented by two spaces.
    package init(reserving capacity: Int = 256, pretty: Bool = false) {
        isPretty = pretty
        bytes.reserveCapacity(capacity)
    }

    package var count: Int { bytes.count }
}

// MARK: - Structure

extension JSONWriter {
    /// Writes what precedes a value or a name: the comma, and in pretty text a new line.
    private mutating func separate() {
        if needsComma { bytes.append(.comma) }
        if isPretty, depth > 0, !isAfterName { breakLine() }
        isAfterName = false
        needsComma = true
    }

    /// Writes what follows the name of a member, before its value.
    fileprivate mutating func endName() {
        bytes.append(.colon)
        if isPretty { bytes.append(.space) }
        needsComma = false
        isAfterName = true
    }

    fileprivate mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
        depth += 1
    }

    fileprivate mutating func end(_ bracket: UInt8) {
        depth -= 1
        if isPretty, needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func breakLine() {
        bytes.append(.newline)
        bytes += repeatElement(.space, count: depth * 2)
    }
}

// MARK: - Values

extension JSONWriter {
    package mutating func null() { raw("null".utf8) }

    package mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }

    package mutating func int(_ value: Int) { raw(String(value).utf8) }

    /// Writes a double in the shortest notation that reads back as the same value, or `null` for NaN and infinities.
    package mutating func double(_ value: Double) {
        if let integer = Int(exactly: value), integer.magnitude < 1 << 53, integer != 0 {
            int(integer)
        } else if let number = JSONNumber(value) {
            self.number(number)
        } else {
            null()
        }
    }

    /// Writes a number in its original notation.
    package mutating func number(_ value: JSONNumber) { raw(value.text.utf8) }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(.quote)
        if value.utf8.contains(where: { $0 < .space || $0 == .quote || $0 == .backslash }) {
            for byte in value.utf8 { append(escaping: byte) }
        } else {
            bytes += value.utf8
        }
        bytes.append(.quote)
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case 0x08: bytes += #"\b"#.utf8
        case .tab: bytes += #"\t"#.utf8
        case .newline: bytes += #"\n"#.utf8
        case 0x0C: bytes += #"\f"#.utf8
        case .carriageReturn: bytes += #"\r"#.utf8
        case .quote, .backslash: bytes += [.backslash, byte]
        case ..<(.space): bytes += ((byte < 0x10 ? #"\u000"# : #"\u001"#) + String(byte & 0x0F, radix: 16)).utf8
        default: bytes.append(byte)
        }
    }

    /// Writes bytes that must be exactly one JSON value; this is not checked.
    package mutating func raw(_ bytes: some Collection<UInt8>) {
        separate()
        self.bytes += bytes
    }

    package mutating func value<V: JSONEncodable>(_ value: V) { value.encode(to: &self) }
}

// MARK: - Containers

extension JSONWriter {
    /// Writes an object; `body` calls `member`.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin(.openBrace)
        body(&self)
        end(.closeBrace)
    }

    /// Writes an array; `body` calls the functions for values.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin(.openBracket)
        body(&self)
        end(.closeBracket)
    }

    package mutating func member<V: JSONEncodable>(_ name: String, _ value: V) {
        string(name)
        endName()
        value.encode(to: &self)
    }

    /// Writes a member if there is a value, and nothing otherwise.
    package mutating func member<V: JSONEncodable>(_ name: String, _ value: V?) {
        if let value { member(name, value) }
    }

    /// Writes a member whose value is written by `body`, or is `null` if `body` writes nothing.
    package mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
        string(name)
        endName()
        let start = bytes.count
        body(&self)
        if bytes.count == start { null() }
    }
}

extension JSONElement: JSONEncodable {
    /// Writes the value with all its contents; names, strings, and numbers keep their original notation.
    ///
    /// The recursion is as deep as the document, which the reader limits.
    package func encode(to writer: inout JSONWriter) {
        switch kind {
        case .array where !storage.isCompact || writer.isPretty:
            writer.begin(.openBracket)
            for element in elements { element.encode(to: &writer) }
            writer.end(.closeBracket)
        case .object where !storage.isCompact || writer.isPretty:
            writer.begin(.openBrace)
            forEachMember { member, name in
                writer.raw(storage.bytes[name.textRange])
                writer.endName()
                JSONElement(storage: storage, index: member + 1).encode(to: &writer)
            }
            writer.end(.closeBrace)
        default: writer.raw(storage.bytes[word.textRange])
        }
    }
}

/// A type that writes itself as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func encode(to writer: inout JSONWriter)
}

extension JSONEncodable {
    /// The compact JSON text of the value in UTF-8.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.bytes
    }

    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension String: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONEncodable {
    /// Writes a number, or `null` for NaN and infinities.
    package func encode(to writer: inout JSONWriter) { writer.double(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .some(let value): value.encode(to: &writer)
        case .none: writer.null()
        }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.array { writer in
            for value in self { value.encode(to: &writer) }
        }
    }
}

extension JSONNumber: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.number(self) }
}
