import JSON
import Platform
import ProviderLanguage

/// The JSON that variables of a script get, in order: `window.__DATA__ = {…}; state = JSON.parse("{…}")`.
struct ScriptValues: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ script: ArraySlice<UInt8>) { rest = script }

    /// Returns the next variable and the text that may be its JSON; an object of the script's own language is none.
    mutating func next() -> (name: String, json: [UInt8])? {
        while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = Self.name(before: rest[..<sign])
            let value = rest[(sign + 1)...].drop { $0 <= 0x20 }
            rest = rest[(sign + 1)...]
            guard let name, let (json, end) = Self.json(at: value) else { continue }
            rest = rest[end...]
            return (name, json)
        }
        return nil
    }

    /// The name of the variable at the end of a script: `__DATA__` of `window.__DATA__` and of `window["__DATA__"]`.
    private static func name(before script: ArraySlice<UInt8>) -> String? {
        var script = script
        while let last = script.last, last <= 0x20 || "]\"'".utf8.contains(last) { script = script.dropLast() }
        let start = script.lastIndex { !$0.isNameOfScript }.map { $0 + 1 } ?? script.startIndex
        let word = script[start...]
        var name = String(decoding: word, as: UTF8.self)
        if name.hasPrefix(scalars: "window.") { name.removeFirst("window.".count) }
        return name.isEmpty || name.utf8.first.map { (48...57).contains($0) } == true ? nil : name
    }

    /// The text that begins a value as JSON does, up to its end, and the place after it.
    private static func json(at value: ArraySlice<UInt8>) -> (json: [UInt8], end: Int)? {
        let call = "JSON.parse("
        if value.starts(with: call.utf8) {
            let argument = value.dropFirst(call.utf8.count).drop { $0 <= 0x20 }
            guard let (text, end) = ScriptText.read(argument) else { return nil }
            return (Array(text.utf8), end)
        }
        guard let first = value.first, "{[".utf8.contains(first),
            let second = value.dropFirst().first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "[") || "\"}".utf8.contains(second)
        else { return nil }
        // What does not end takes the rest, so that no script is read again and again.
        let end = end(of: value) ?? value.endIndex
        return (Array(value[..<end]), end)
    }

    /// The place behind the bracket that closes the first one; texts in quotes may have any.
    private static func end(of value: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var place = value.startIndex
        var isText = false
        while place < value.endIndex {
            switch value[place] {
            case UInt8(ascii: "\\") where isText: place += 1
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
                depth -= 1
                if depth == 0 { return place + 1 }
            default: break
            }
            place += 1
        }
        return nil
    }
}

/// A text of a script in quotes.
private enum ScriptText {
    /// Returns the text at the beginning with its escapes resolved, and the place after it; `nil` if there is none.
    static func read(_ bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
        guard let quote = bytes.first, "\"'`".utf8.contains(quote) else { return nil }
        // The same text as one of JSON, which has other escapes.
        var json = Array("\"".utf8)
        var place = bytes.startIndex + 1
        while place < bytes.endIndex, bytes[place] != quote {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\""), quote != byte {
                json += "\\\"".utf8
            } else if byte != UInt8(ascii: "\\") {
                json.append(byte)
            } else if place < bytes.endIndex {
                let letter = bytes[place]
                place += 1
                switch letter {
                case UInt8(ascii: "x"): json += "\\u00".utf8
                case UInt8(ascii: "v"): json += "\\u000b".utf8
                case 0x0A, 0x0D: break
                case let letter where "\"\\/bfnrtu".utf8.contains(letter): json += [0x5C, letter]
                default: json.append(letter)
                }
            }
        }
        guard place < bytes.endIndex else { return nil }
        json.append(UInt8(ascii: "\""))
        guard case .success(let text) = AnswerBody.tree(json, from: .json), let text = text.string else { return nil }
        return (text, place + 1)
    }
}

extension UInt8 {
    /// Whether it may be in the name of a variable, with the dots of its places.
    fileprivate var isNameOfScript: Bool {
        (48...57).contains(self) || (97...122).contains(self | 0x20) || [0x24, 0x2E, 0x5F].contains(self) || self > 127
    }
}
