import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// The data that a web page has for programs: the JSON in its scripts, and what its head says.
///
/// It is not a reader of the elements that a person sees, whose order and names change with every redesign.
struct WebPage {
    private var title: String?
    private var meta: [(name: String, content: String)] = []
    private var scripts: [(name: String?, json: [UInt8])] = []

    /// Reads a page; tags inside of scripts and comments are none of it.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            if rest.starts(with: "<!--".utf8) {
                rest = Self.after("-->", in: rest)
                continue
            }
            guard let (name, attributes, end) = Self.tag(at: rest) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest[end...]
            switch name {
            case "meta": note(attributes)
            case "script":
                let content = Self.before("</script", in: rest)
                note(script: content, attributes)
                rest = rest[content.endIndex...]
            case "title":
                let content = Self.before("</title", in: rest)
                if title == nil { title = Self.text(content) }
                rest = rest[content.endIndex...]
            default: break
            }
        }
    }

    /// The data as an object: `title`, `meta` by name, `json` of all scripts, and `scripts` by id or variable.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { page in
            page.member("title", title)
            page.member("meta") { list in
                list.object { members in for (name, content) in meta { members.member(name, content) } }
            }
            page.member("json") { list in
                list.array { values in for script in scripts { values.raw(script.json) } }
            }
            page.member("scripts") { list in
                list.object { members in
                    for script in scripts {
                        if let name = script.name { members.member(name) { $0.raw(script.json) } }
                    }
                }
            }
        }
        return writer.bytes
    }

    private mutating func note(_ attributes: [String: String]) {
        guard let name = attributes["property"] ?? attributes["name"] ?? attributes["itemprop"],
            let content = attributes["content"], !meta.contains(where: { $0.name == name })
        else { return }
        meta.append((name, content))
    }

    /// Keeps the JSON of a script, and what its variables get: `window.__DATA__ = {…};`.
    private mutating func note(script content: ArraySlice<UInt8>, _ attributes: [String: String]) {
        var id = attributes["id"]
        if attributes["type"]?.lowercased().contains(scalars: "json") == true {
            var value = content.drop { $0 <= 0x20 }
            while let last = value.last, last == UInt8(ascii: ";") || last <= 0x20 { value = value.dropLast() }
            keep(Array(value), named: id)
            return
        }
        for found in ScriptValues(content) where keep(found.json, named: id ?? found.name) { id = nil }
    }

    /// Keeps JSON that is an object or a list; returns whether it is.
    @discardableResult
    private mutating func keep(_ json: [UInt8], named name: String?) -> Bool {
        guard case .success(let root) = AnswerBody.tree(json, from: .json), root.kind == .object || root.kind == .array
        else { return false }
        let isTaken = name == nil || scripts.contains { $0.name == name }
        scripts.append((isTaken ? nil : name, root.text))
        return true
    }

    /// Returns the name and the attributes of an opening tag, and the index after it; `nil` for anything else.
    private static func tag(
        at rest: ArraySlice<UInt8>
    ) -> (name: String, attributes: [String: String], end: Int)? {
        let name = rest.dropFirst().prefix { $0.isLetter }
        guard !name.isEmpty else { return nil }
        let word = String(decoding: name, as: UTF8.self).lowercased()
        var attributes: [String: String] = [:]
        var place = name.endIndex
        while place < rest.endIndex, rest[place] != UInt8(ascii: ">") {
            guard rest[place] > 0x20, rest[place] != UInt8(ascii: "/") else {
                place += 1
                continue
            }
            let key = rest[place...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            place = max(key.endIndex, place + (key.isEmpty ? 1 : 0))
            let blanks = rest[place...].prefix { $0 <= 0x20 }
            guard blanks.endIndex < rest.endIndex, rest[blanks.endIndex] == UInt8(ascii: "=") else { continue }
            let (value, end) = Self.value(in: rest[(blanks.endIndex + 1)...].drop { $0 <= 0x20 })
            let attribute = String(decoding: key, as: UTF8.self).lowercased()
            attributes[attribute] = attributes[attribute] ?? text(value)
            place = end
        }
        return place < rest.endIndex ? (word, attributes, place + 1) : nil
    }

    private static func value(in rest: ArraySlice<UInt8>) -> (value: ArraySlice<UInt8>, end: Int) {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            return (value, value.endIndex)
        }
        let value = rest.dropFirst().prefix { $0 != quote }
        return (value, min(value.endIndex + 1, rest.endIndex))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        HTMLText.unescaped(String(decoding: bytes, as: UTF8.self)).trimmedText
    }

    /// Returns the bytes before a closing tag, in any case; all if there is none.
    private static func before(_ tag: StaticString, in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let wanted = Array("\(tag)".utf8)
        var place = rest.startIndex
        while let open = rest[place...].firstIndex(of: UInt8(ascii: "<")) {
            if rest[open...].prefix(wanted.count).map({ $0.lowercase }) == wanted { return rest[..<open] }
            place = open + 1
        }
        return rest
    }

    private static func after(_ mark: StaticString, in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let wanted = Array("\(mark)".utf8)
        var place = rest.startIndex
        while let dash = rest[place...].firstIndex(of: wanted[0]) {
            if rest[dash...].starts(with: wanted) { return rest[dash...].dropFirst(wanted.count) }
            place = dash + 1
        }
        return rest[rest.endIndex...]
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(lowercase) }

    fileprivate var lowercase: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
