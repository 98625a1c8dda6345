import Synchronization

/// A regular expression that was compiled when its file loaded.
///
/// It looks only at texts of at most ``maximumLength`` characters, so that no answer of a source can keep it busy.
final class TextPattern: Sendable, CustomStringConvertible {
    static let maximumLength = 4_000

    let description: String
    /// `Regex` is not `Sendable`, so one caller at a time uses it.
    private let regex: Mutex<Regex<AnyRegexOutput>>
    /// The same pattern, where it is of a form that needs no regular expression for most texts.
    private let numbered: NumberedPattern?

    init(parsing text: String) throws(LanguageError) {
        description = text
        numbered = NumberedPattern(parsing: text)
        guard !PatternNesting.isFound(in: text) else {
            throw LanguageError(
                "a group that is repeated must not hold a repetition, an optional part or alternatives: "
                    + "matching could take time without end"
            )
        }
        do {
            regex = Mutex(try Regex(text))
        } catch {
            throw LanguageError("not a regular expression: \(error)")
        }
    }

    /// Whether the pattern occurs in the text.
    func occurs(in text: String) -> Bool {
        guard fits(text) else { return false }
        return regex.withLock { text.firstMatch(of: $0) != nil }
    }

    /// The first group of the first match, or the whole match where the pattern has no group.
    func extract(from text: String) -> String? {
        guard fits(text) else { return nil }
        if let isMatch = numbered?.matches(text) { return isMatch ? text : nil }
        return regex.withLock { regex in
            guard let match = text.firstMatch(of: regex) else { return nil }
            guard match.output.count > 1 else { return String(text[match.range]) }
            return match.output[1].substring.map(String.init)
        }
    }

    /// The text with every match replaced by plain text; `nil` for a text that is too long.
    func replacing(in text: String, with replacement: String) -> String? {
        guard fits(text) else { return nil }
        return regex.withLock { text.replacing($0, with: replacement) }
    }

    private func fits(_ text: String) -> Bool {
        text.utf8.count <= Self.maximumLength || text.count <= Self.maximumLength
    }
}

/// Looks in a regular expression for repetitions inside of repetitions, which can take exponential time.
///
/// It reads no more of the syntax than that needs, and rather refuses too much: in `(a+)+`, `(a|aa)*` and `(a?b)*` one
/// text can be cut in many ways, and a match that fails tries them all.
struct PatternNesting {
    /// What is open: whether it holds something of which there may be more or less.
    private var groups = [false]
    private var rest: Substring

    /// Whether a group that is repeated holds a repetition, an optional part or alternatives.
    static func isFound(in pattern: String) -> Bool {
        var nesting = PatternNesting(rest: pattern[...])
        return nesting.search()
    }

    private init(rest: Substring) {
        self.rest = rest
    }

    private mutating func search() -> Bool {
        while let character = rest.popFirst() {
            switch character {
            case "\\": skipEscape()
            case "[": skipClass()
            case "(":
                groups.append(false)
                // `(?:` and the like: no quantifier.
                if rest.first == "?" { rest.removeFirst() }
                continue
            case ")":
                if endsGroup() { return true }
                continue
            case "|":
                vary()
                continue
            default: break
            }
            if takeQuantifier() != nil { vary() }
        }
        return false
    }

    /// Ends a group, and tells whether it varies and is repeated.
    private mutating func endsGroup() -> Bool {
        let varies = groups.count > 1 ? groups.removeLast() : false
        guard let isRepeating = takeQuantifier() else {
            if varies { vary() }
            return false
        }
        vary()
        return varies && isRepeating
    }

    private mutating func vary() {
        groups[groups.count - 1] = true
    }

    /// Takes a quantifier off the front: whether it may take what it follows more than once; `nil` where there is none.
    private mutating func takeQuantifier() -> Bool? {
        guard let first = rest.first else { return nil }
        let isRepeating: Bool
        switch first {
        case "*", "+": isRepeating = true
        case "?": isRepeating = false
        case "{":
            let body = rest.dropFirst().prefix { $0 != "}" }
            guard body.first?.isNumber == true || body.first == "," else { return nil }
            isRepeating = !["0", "1", "0,1", ",1", "1,1"].contains(body)
            rest = rest[body.endIndex...]
        default: return nil
        }
        rest = rest.dropFirst()
        // Lazy or possessive.
        if rest.first == "?" || rest.first == "+" { rest.removeFirst() }
        return isRepeating
    }

    /// Passes over `\d`, or over everything between `\Q` and `\E`.
    private mutating func skipEscape() {
        guard rest.popFirst() == "Q" else { return }
        rest = rest.firstRange(of: "\\E").map { rest[$0.upperBound...] } ?? ""
    }

    /// Passes over a class of characters and the classes inside of it; its `[` is taken already.
    private mutating func skipClass() {
        var depth = 1
        if rest.first == "^" { rest.removeFirst() }
        if rest.first == "]" { rest.removeFirst() }
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "\\": _ = rest.popFirst()
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
        }
    }
}

/// The form of pattern that ids mostly have: letters, then so many digits, and nothing else (`^tt[0-9]{7,9}$`).
///
/// Such texts are compared byte by byte, without the regular expression.
struct NumberedPattern: Sendable {
    private let letters: [UInt8]
    private let digits: ClosedRange<Int>

    /// `nil` for a pattern of another form.
    init?(parsing pattern: String) {
        let open = Array("[0-9]{".utf8)
        var rest = Array(pattern.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "^"), rest.popLast() == UInt8(ascii: "$"),
            rest.popLast() == UInt8(ascii: "}")
        else { return nil }
        letters = Array(rest.prefix(while: \.isASCIILetter))
        rest = rest.dropFirst(letters.count)
        guard rest.starts(with: open) else { return nil }
        let bounds = rest.dropFirst(open.count)
            .split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.allSatisfy(\.isASCIIDigit) ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        guard let low = bounds.first ?? nil, let high = bounds.last ?? nil, low <= high else { return nil }
        digits = low...high
    }

    /// Whether the whole text is of this form; `nil` for one with other signs, of which the regular expression decides.
    func matches(_ text: String) -> Bool? {
        guard text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) else { return nil }
        let rest = text.utf8.dropFirst(letters.count)
        return digits.contains(rest.count) && text.utf8.starts(with: letters) && rest.allSatisfy(\.isASCIIDigit)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
