import JSON
import Platform

/// A JSON file of another program, of which an edit changes nothing but the values that it sets.
///
/// Hosts read more than JSON, so comments and commas before a closing bracket are accepted, and kept, as is the layout.
struct EditedJSON {
    /// A problem that only the user can solve, with the line that has it.
    struct Failure: Error, Hashable {
        let line: Int
        let problem: String
    }

    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(Failure) {
        self.bytes = bytes
        if try skipBlanks(from: 0) == bytes.count { self.bytes = Array("{}\n".utf8) }
        let end = try skipBlanks(from: try endOfValue(at: try root, depth: 0))
        guard end == self.bytes.count else { throw failure(at: end, "something follows the object") }
    }

    /// The value at a path, without comments; `nil` if there is none.
    func value(at path: [String]) throws(Failure) -> JSONValue? {
        guard let place = try place(of: path) else { return nil }
        let plain = try plain(place)
        do {
            return JSONValue(try JSONDocument(plain).root)
        } catch {
            throw failure(at: place.lowerBound, "\(path.joined(separator: ".")) is not JSON")
        }
    }

    /// Sets the member at a path, and adds the objects that lead to it.
    mutating func set(_ path: [String], to value: JSONValue) throws(Failure) {
        if let place = try place(of: path) {
            let indent = indent(ofLineAt: place.lowerBound)
            bytes.replaceSubrange(place, with: Self.text(value, indent: indent, newline: newline))
            return
        }
        var known = path.count - 1
        while known > 0, try place(of: Array(path.prefix(known))) == nil { known -= 1 }
        let missing = path.dropFirst(known)
        let nested = missing.dropFirst().reversed().reduce(value) { inner, name in .object([.init(name, inner)]) }
        guard let name = missing.first, let parent = try place(of: Array(path.prefix(known))) else { return }
        try insert(nested, named: name, into: parent.lowerBound)
    }

    /// Appends a value to the list at a path, and adds the list if it is missing.
    mutating func append(_ value: JSONValue, to path: [String]) throws(Failure) {
        guard let place = try place(of: path) else { return try set(path, to: .array([value])) }
        guard bytes[place.lowerBound] == UInt8(ascii: "[") else {
            throw failure(at: place.lowerBound, "\(path.joined(separator: ".")) is not a list")
        }
        try insert(value, named: nil, into: place.lowerBound)
    }
}

// MARK: - Finding

extension EditedJSON {
    /// A member or an element: where it begins, its name, and its value.
    private struct Item {
        let start: Int
        let name: String?
        let value: Range<Int>
    }

    /// The contents of an object or a list.
    private struct Contents {
        var items: [Item] = []
        var hasLastComma = false
        /// The place of the closing bracket.
        var close = 0
    }

    private static let mostDepth = 200

    private var root: Int { get throws(Failure) { try skipBlanks(from: 0) } }

    private func failure(at place: Int, _ problem: String) -> Failure {
        Failure(line: bytes.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1, problem: problem)
    }

    private func place(of path: [String]) throws(Failure) -> Range<Int>? {
        var place = try root..<bytes.count
        for name in path {
            guard bytes[place.lowerBound] == UInt8(ascii: "{") else {
                throw failure(at: place.lowerBound, "there is something other than an object")
            }
            // Of equal names, hosts take the last one.
            let member = try contents(at: place.lowerBound, depth: 0).items.last { $0.name == name }
            guard let member else { return nil }
            place = member.value
        }
        return place
    }

    private func contents(at open: Int, depth: Int) throws(Failure) -> Contents {
        let isObject = bytes[open] == UInt8(ascii: "{")
        let end = UInt8(ascii: isObject ? "}" : "]")
        guard depth < Self.mostDepth else { throw failure(at: open, "it is nested too deeply") }
        var contents = Contents()
        var place = try skipBlanks(from: open + 1)
        while place < bytes.count, bytes[place] != end {
            guard contents.items.isEmpty || contents.hasLastComma else {
                throw failure(at: place, "a comma is missing")
            }
            let start = place
            var name: String?
            if isObject {
                let endOfName = try endOfString(at: place)
                name = try text(of: place..<endOfName)
                place = try skipBlanks(from: endOfName)
                guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else {
                    throw failure(at: place, "a colon is missing")
                }
                place = try skipBlanks(from: place + 1)
            }
            let endOfValue = try endOfValue(at: place, depth: depth + 1)
            contents.items.append(Item(start: start, name: name, value: place..<endOfValue))
            place = try skipBlanks(from: endOfValue)
            contents.hasLastComma = place < bytes.count && bytes[place] == UInt8(ascii: ",")
            if contents.hasLastComma { place = try skipBlanks(from: place + 1) }
        }
        guard place < bytes.count else { throw failure(at: open, "a bracket is not closed") }
        contents.close = place
        return contents
    }

    private func endOfValue(at place: Int, depth: Int) throws(Failure) -> Int {
        guard place < bytes.count else { throw failure(at: place, "a value is missing") }
        switch bytes[place] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try contents(at: place, depth: depth).close + 1
        case UInt8(ascii: "\""): return try endOfString(at: place)
        default:
            let end = bytes[place...].firstIndex { !Self.isOfWord($0) } ?? bytes.count
            guard end > place else { throw failure(at: place, "a value is missing") }
            return end
        }
    }

    /// Whether a byte belongs to a number, `true`, `false`, or `null`.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private func endOfString(at start: Int) throws(Failure) -> Int {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            throw failure(at: start, "a quotation mark is missing")
        }
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < bytes.count else { throw failure(at: start, "a text does not end") }
        return place + 1
    }

    private func text(of place: Range<Int>) throws(Failure) -> String {
        do {
            return try JSONDocument(Array(bytes[place])).root.string ?? ""
        } catch {
            throw failure(at: place.lowerBound, "a name is not JSON")
        }
    }

    /// Skips blanks, comments, and a byte order mark.
    private func skipBlanks(from start: Int) throws(Failure) -> Int {
        var place = start
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        while place < bytes.count {
            if Self.isBlank(bytes[place]) {
                place += 1
            } else if bytes[place...].starts(with: "//".utf8) {
                place = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if bytes[place...].starts(with: "/*".utf8) {
                var end = place + 2
                while end < bytes.count, !bytes[end...].starts(with: "*/".utf8) { end += 1 }
                guard end < bytes.count else { throw failure(at: place, "a comment does not end") }
                place = end + 2
            } else {
                break
            }
        }
        return place
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// A value as JSON alone: without comments, and without commas before a closing bracket.
    private func plain(_ place: Range<Int>) throws(Failure) -> [UInt8] {
        guard bytes[place.lowerBound] == UInt8(ascii: "{") || bytes[place.lowerBound] == UInt8(ascii: "[") else {
            return Array(bytes[place])
        }
        let contents = try contents(at: place.lowerBound, depth: 0)
        var plain = [bytes[place.lowerBound]]
        for (number, item) in contents.items.enumerated() {
            if number > 0 { plain.append(UInt8(ascii: ",")) }
            if let name = item.name { plain += Array((name.jsonText + ":").utf8) }
            plain += try self.plain(item.value)
        }
        plain.append(bytes[contents.close])
        return plain
    }
}

// MARK: - Changing

extension EditedJSON {
    private var newline: String { bytes.contains(0x0D) ? "\r\n" : "\n" }

    /// The blanks that the line of a place begins with.
    private func indent(ofLineAt place: Int) -> String {
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let blanks = bytes[start..<place].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: blanks, as: UTF8.self)
    }

    /// Puts a value after the last one of the object or list that begins at a place.
    private mutating func insert(_ value: JSONValue, named name: String?, into open: Int) throws(Failure) {
        let contents = try contents(at: open, depth: 0)
        let outer = indent(ofLineAt: open)
        let name = name.map { $0.jsonText + ": " } ?? ""
        let firstLine = contents.items.first.map { bytes[open..<$0.start].contains(UInt8(ascii: "\n")) } ?? true
        // What is written on one line stays there.
        guard firstLine else {
            let text = (contents.hasLastComma ? " " : ", ") + name + value.jsonText
            bytes.insert(contentsOf: text.utf8, at: endOfContents(before: contents.close))
            return
        }
        let inner =
            contents.items.first.map { indent(ofLineAt: $0.start) }
            ?? outer + (outer.utf8.contains(0x09) ? "\t" : "  ")
        let text = name + String(decoding: Self.text(value, indent: inner, newline: newline), as: UTF8.self)
        // Behind a comment on the last value, but before the bracket, which gets a line of its own.
        let place = endOfContents(before: contents.close)
        let closes = bytes[place..<contents.close].contains(UInt8(ascii: "\n"))
        bytes.insert(contentsOf: (newline + inner + text + (closes ? "" : newline + outer)).utf8, at: place)
        if let last = contents.items.last, !contents.hasLastComma {
            bytes.insert(UInt8(ascii: ","), at: last.value.upperBound)
        }
    }

    /// The place after the last non-blank byte before a bracket.
    private func endOfContents(before close: Int) -> Int {
        (bytes[..<close].lastIndex { !Self.isBlank($0) } ?? close - 1) + 1
    }

    private static func text(_ value: JSONValue, indent: String, newline: String) -> [UInt8] {
        let lines = value.prettyLines
        return Array(lines.joined(separator: newline + indent).utf8)
    }
}

extension JSONValue {
    /// The value with each member on a line of its own.
    var prettyLines: [String] {
        var writer = JSONWriter(pretty: true)
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self).split(scalar: "\n").map { String($0) }
    }
}
