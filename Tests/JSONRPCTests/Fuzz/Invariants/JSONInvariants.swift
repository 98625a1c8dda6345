import JSON

/// Invariants of the JSON reader for arbitrary bytes.
enum JSONInvariants {
    /// The limits under test; small so that short inputs reach them.
    static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 12, maximumNumberLength: 40)

    /// Checks that the reader accepts exactly what the reference accepts, that a value survives writing and reading,
    /// and that a document agrees with the value made from it.
    static func check(_ bytes: [UInt8]) throws(Violation) {
        let isExpected = bytes.count <= limits.maximumBytes && ReferenceJSON.accepts(bytes, limits)
        guard let root = try read(bytes) else {
            return try Violation.unless(!isExpected, "refused, though the reference accepts it")
        }
        try Violation.unless(isExpected, "accepted, though the reference refuses it")
        let value = JSONValue(root)
        var pretty = JSONWriter(pretty: true)
        pretty.value(value)
        for text in [root.jsonBytes, value.jsonBytes, pretty.bytes] { try checkAgain(text, root, value) }
        try checkAccess(root, value)
    }

    /// Returns the root element, or `nil` if the reader refuses the bytes.
    ///
    /// A refusal must have a valid offset and a message.
    private static func read(_ bytes: [UInt8]) throws(Violation) -> JSONElement? {
        do throws(JSONError) {
            return try JSONDocument(bytes, limits: limits).root
        } catch {
            let place = error.position(in: bytes)
            let isSound = (0...bytes.count).contains(error.offset) && place.line > 0 && place.column > 0
            try Violation.unless(isSound && !error.message.isEmpty, "refused at no place: \(error)")
            return nil
        }
    }

    private static func checkAgain(_ text: [UInt8], _ root: JSONElement, _ value: JSONValue) throws(Violation) {
        let written = String(decoding: text, as: UTF8.self)
        guard let again = FramerInvariants.document(text)?.root else {
            throw Violation("it is written as \(written), which is refused")
        }
        try Violation.unless(again == root && JSONValue(again) == value, "it is written as \(written)")
    }

    /// Checks that kinds, counts, texts, and lookups agree between the document and the value made from it.
    private static func checkAccess(_ element: JSONElement, _ value: JSONValue) throws(Violation) {
        switch (element.kind, value) {
        case (.null, .null):
            break
        case (.bool, .bool(let bool)):
            try Violation.unless(element.bool == bool, "bool \(element)")
        case (.number, .number(let number)):
            let isSame = number.text.utf8.elementsEqual(element.text) && number == element.number
            try Violation.unless(isSame && element.int == number.int && element.double == number.double, "\(element)")
        case (.string, .string(let string)):
            try Violation.unless(element.string == string && element.isString(string), "string \(element)")
        case (.array, .array(let values)):
            try Violation.unless(element.count == values.count, "count \(element)")
            for (child, value) in zip(element.elements, values) { try checkAccess(child, value) }
        case (.object, .object(let members)):
            try checkMembers(element, members)
        default:
            throw Violation("\(element.kind) became \(value)")
        }
    }

    private static func checkMembers(_ object: JSONElement, _ members: [JSONValue.Member]) throws(Violation) {
        try Violation.unless(object.count == members.count, "count \(object)")
        var last: [[UInt8]: JSONValue] = [:]
        for ((name, child), member) in zip(object.members, members) {
            try Violation.unless(name.utf8.elementsEqual(member.name.utf8), "a name in \(object)")
            try checkAccess(child, member.value)
            last[Array(name.utf8)] = member.value
        }
        try Violation.unless(object.hasDuplicateNames == (last.count < members.count), "duplicates in \(object)")
        for member in members {
            let found = object[member.name].map(JSONValue.init)
            try Violation.unless(found == last[Array(member.name.utf8)], "\(member.name) in \(object)")
        }
    }
}

/// A second implementation of the grammar of RFC 8259 that only accepts or refuses a text.
struct ReferenceJSON {
    private var rest: Substring.UnicodeScalarView
    private let limits: JSONLimits

    /// Whether the bytes are one JSON text within the limits on depth and numbers.
    static func accepts(_ bytes: [UInt8], _ limits: JSONLimits) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        var reference = ReferenceJSON(rest: text[...].unicodeScalars, limits: limits)
        reference.skipBlanks()
        guard reference.value(depth: 0) else { return false }
        reference.skipBlanks()
        return reference.rest.isEmpty
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(word: String) -> Bool { word.unicodeScalars.allSatisfy { take($0) } }

    private mutating func value(depth: Int) -> Bool {
        switch rest.first {
        case "{": container(depth: depth, close: "}") { $0.member(depth: depth + 1) }
        case "[": container(depth: depth, close: "]") { $0.value(depth: depth + 1) }
        case "\"": string()
        case "t": take(word: "true")
        case "f": take(word: "false")
        case "n": take(word: "null")
        default: number()
        }
    }

    private mutating func container(
        depth: Int,
        close: Unicode.Scalar,
        item: (inout ReferenceJSON) -> Bool
    ) -> Bool {
        guard depth < limits.maximumDepth else { return false }
        rest.removeFirst()
        skipBlanks()
        if take(close) { return true }
        repeat {
            skipBlanks()
            guard item(&self) else { return false }
            skipBlanks()
        } while take(",")
        return take(close)
    }

    private mutating func member(depth: Int) -> Bool {
        guard string() else { return false }
        skipBlanks()
        guard take(":") else { return false }
        skipBlanks()
        return value(depth: depth)
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return true }
            if scalar.value < 0x20 { return false }
            if scalar == "\\" && !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let kind = rest.popFirst() else { return false }
        guard kind == "u" else { return "\"\\/bfnrt".unicodeScalars.contains(kind) }
        guard let unit = codeUnit() else { return false }
        switch unit {
        case 0xD800...0xDBFF: return take(word: "\\u") && (0xDC00...0xDFFF).contains(codeUnit() ?? 0)
        case 0xDC00...0xDFFF: return false
        default: return true
        }
    }

    private mutating func codeUnit() -> Int? {
        var unit = 0
        for _ in 0..<4 {
            guard let scalar = rest.popFirst(), scalar.isASCII else { return nil }
            guard let digit = Character(scalar).hexDigitValue else { return nil }
            unit = unit * 16 + digit
        }
        return unit
    }

    private mutating func number() -> Bool {
        let count = rest.count
        _ = take("-")
        if !take("0") && digits() == 0 { return false }
        if take(".") && digits() == 0 { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if digits() == 0 { return false }
        }
        return count - rest.count <= limits.maximumNumberLength
    }

    private mutating func digits() -> Int {
        let count = rest.count
        rest = rest.drop { ("0"..."9").contains($0) }
        return count - rest.count
    }
}
