import HTTPModel
import JSON
import MovieDomain

extension Shape {
    /// A text that a function reads; the function's error or `nil` is reported at its place.
    static func parsed(
        _ expectation: String,
        form: Form,
        _ parse: @escaping @Sendable (String) throws(LanguageError) -> Value?
    ) -> Shape {
        Shape(expectation, form: form) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            do throws(LanguageError) {
                if let value = try parse(text) { return value }
                decoding.mismatch(expectation, node)
            } catch {
                decoding.valueError(error.message, at: node.location(ofCharacter: error.offset))
            }
            return nil
        }
    }
}

extension Shape where Value == String {
    /// Any text that is not empty; quoted ones may be.
    static var text: Shape { text("a text") }

    static func text(_ expectation: String) -> Shape {
        parsed(expectation, form: .text(expectation)) { (text) throws(LanguageError) in text }
    }

    /// The id of a provider, which is also the name space of its ids.
    static var identifier: Shape {
        let expectation = "an id of a-z, 0-9, _ and - that begins with a letter"
        return parsed(expectation, form: .pattern(expectation, regex: "^[a-z][a-z0-9_-]*$")) {
            (text) throws(LanguageError) in
            guard let first = text.utf8.first, (97...122).contains(first) else { return nil }
            return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45 }
                ? text : nil
        }
    }

    /// A language of BCP 47 in its short form.
    static var language: Shape {
        let expectation = "a language such as ko or pt-BR"
        return parsed(expectation, form: .pattern(expectation, regex: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")) {
            (text) throws(LanguageError) in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            let isLetters = parts[0].utf8.allSatisfy { (97...122).contains($0 | 0x20) }
            let isTagged = parts.dropFirst().allSatisfy {
                (2...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
            return (2...3).contains(parts[0].count) && isLetters && isTagged ? text : nil
        }
    }

    /// The name of a host, without scheme or port.
    static var host: Shape {
        let expectation = "the name of a host such as image.example.org"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[^/:?#@\s]+$"#)) {
            (text) throws(LanguageError) in
            if text.contains(where: { $0 == "/" || $0 == ":" }) { return nil }
            return try WebURL(parsing: "https://" + text).origin.host
        }
    }

    /// The name of a header.
    static var headerName: Shape {
        let expectation = "the name of a header such as X-Api-Key"
        return parsed(
            expectation,
            form: .pattern(expectation, regex: #"^[^\x00-\x20\x7F-\uFFFF()<>@,;:\\"/\[\]?={}]+$"#)
        ) { (text) throws(LanguageError) in
            text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) } ? text : nil
        }
    }
}

extension Shape where Value == Bool {
    static var boolean: Shape {
        parsed("true or false", form: .boolean) { (text) throws(LanguageError) in
            switch text {
            case "true": true
            case "false": false
            default: nil
            }
        }
    }
}

extension Shape where Value == Int {
    /// A whole number in decimal digits, without leading zeros.
    static func integer(_ range: ClosedRange<Int>) -> Shape {
        let expectation =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return parsed(expectation, form: .integer(range)) { (text) throws(LanguageError) in
            guard let number = Int(text), String(number) == text, range.contains(number) else { return nil }
            return number
        }
    }
}

extension Shape where Value == Double {
    /// A decimal number above zero.
    static var positiveDecimal: Shape {
        parsed("a number above 0", form: .decimal) { (text) throws(LanguageError) in
            NumberText.decimal(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}

extension Shape where Value: LanguageWord {
    /// One word of a closed list.
    static var word: Shape { word(of: Array(Value.allCases)) }

    /// One of some words.
    static func word(of values: [Value]) -> Shape {
        let words = values.map(\.word)
        let expectation = words.count == 1 ? "'\(words[0])'" : "one of \(Wording.alternatives(words))"
        let form = Form.words(values.map { Form.Word(word: $0.word, summary: $0.summary) })
        return Shape(expectation, form: form) { node, decoding in
            if let value = values.first(where: { $0.word == node.text }) { return value }
            let near = node.text.flatMap { NearestName.nearest(to: $0, among: words) }
            decoding.mismatch(expectation, node, hint: near.map { "; did you mean '\($0)'?" } ?? "")
            return nil
        }
    }
}

extension Shape where Value == Duration {
    static var duration: Shape {
        let expectation = "a duration such as 250ms, 8s, 30m, 6h or 7d"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#)) {
            (text) throws(LanguageError) in UnitText.duration(text)
        }
    }

    /// A duration that is not zero.
    static var timeout: Shape {
        let plain = Shape.duration
        let expectation = plain.expectation + " above zero"
        let form = Form.pattern(expectation, regex: #"^(?![0.]+[a-z])[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#)
        return parsed(expectation, form: form) { (text) throws(LanguageError) in
            UnitText.duration(text).flatMap { $0 > .zero ? $0 : nil }
        }
    }
}

extension Shape where Value == ClosedRange<Duration> {
    static var durations: Shape {
        let expectation = "two durations such as 100ms..2s, the smaller first"
        let one = #"[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)"#
        return parsed(expectation, form: .pattern(expectation, regex: #"^\#(one)\.\.\#(one)$"#)) {
            (text) throws(LanguageError) in
            UnitText.durations(text)
        }
    }
}

extension Shape where Value == Int {
    static var bytes: Shape {
        let expectation = "a size such as 500kB or 4MiB"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[0-9]+(\.[0-9]{1,3})?(B|[kKMG]B|[KMG]iB)$"#)) {
            (text) throws(LanguageError) in UnitText.bytes(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}

extension Shape where Value == Rate {
    static var rate: Shape {
        let expectation = "a rate such as 2/s or 20/10s"
        return parsed(
            expectation,
            form: .pattern(expectation, regex: "^[1-9][0-9]*/([0-9]+(ms|s|m|h)|s|sec|second|m|min|minute|h|hour)$")
        ) {
            (text) throws(LanguageError) in UnitText.rate(text)
        }
    }
}

extension Shape where Value == Quota {
    static var quota: Shape {
        let expectation = "a quota such as 3000/day"
        return parsed(expectation, form: .pattern(expectation, regex: "^[1-9][0-9]*/(hour|day|month)$")) {
            (text) throws(LanguageError) in UnitText.quota(text)
        }
    }
}

extension Shape where Value == JSONValue {
    /// Any structure, with plain words and numbers of JSON in their JSON types and all else as texts.
    static var json: Shape {
        Shape("any value", form: .anything) { node, _ in JSONValue(node) }
    }
}

extension JSONValue {
    /// A node as JSON: `12`, `true` and `null` without quotes are what they are in JSON, everything else is a string.
    init(_ node: SourceNode) {
        switch node.content {
        case .text(let text): self = (node.isPlain ? Self.word(text) : nil) ?? .string(text)
        case .list(let nodes): self = .array(nodes.map { JSONValue($0) })
        case .map(let entries): self = .object(entries.map { Member($0.key, JSONValue($0.value)) })
        }
    }

    /// What a plain text is in JSON; `nil` where it is a string.
    static func word(_ text: String) -> JSONValue? {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null", "~", "": .null
        default: JSONNumber(text: text).map(JSONValue.number)
        }
    }
}

extension WebURL {
    /// Reads the address of an API; what is wrong with it is said as of any other value.
    init(parsing text: String) throws(LanguageError) {
        do throws(WebURLError) {
            try self.init(baseAddress: text)
        } catch {
            throw LanguageError(error.message)
        }
    }
}
