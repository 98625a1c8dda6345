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
