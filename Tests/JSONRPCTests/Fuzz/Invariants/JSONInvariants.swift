import JSON

/// What must hold for any bytes given to the JSON reader.
enum JSONInvariants {
    /// The limits under test: small, so that few bytes reach them.
    static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 12, maximumNumberLength: 40)

    /// Accepted exactly where the reference accepts; written and read again, the same; decoded or not, the same.
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

    /// The value, or nil where it is refused, which takes an offset inside the bytes and a sentence.
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

    /// Kinds, counts, texts and lookups agree between the document and the value made from it.
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
