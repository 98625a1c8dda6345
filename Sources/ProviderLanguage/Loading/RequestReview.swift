import MovieDomain
import Platform

/// A review of the requests of an operation: inputs that do not get into them, or take others with them.
struct RequestReview {
    private let operation: OperationDefinition
    /// Whether the file has no error: what the request seems to lack may be what could not be read.
    private let isWhole: Bool

    init(_ operation: OperationDefinition, isWhole: Bool = true) {
        self.operation = operation
        self.isWhole = isWhole
    }

    var warnings: [Diagnostic] {
        let problems =
            (isWhole ? unused : []) + masked + needed + omitted + written.flatMap { dropped($0) + unescaped($0) }
        return problems.map { problem in
            let message = "'\(operation.name.rawValue)' \(problem.message)"
            return Diagnostic(.warning, at: operation.location, message, hint: problem.hint)
        }
    }

    /// The inputs that a call may lack.
    fileprivate static let optional: Set<Input> = [
        .year, .genre, .withoutGenre, .minimumRating, .minimumVotes, .releasedFrom, .releasedBy, .minimumMinutes,
        .maximumMinutes, .country, .originalLanguage, .director, .person, .services, .sort, .order, .region,
        .nationality,
        .category, .cursor,
    ]

    /// The inputs that a call may lack, and that have no value then.
    private var optional: Set<Input> {
        let always = operation.needs.count == 1 ? operation.needs : []
        return Self.optional.filter { input in
            operation.conversions[input]?.standard == nil && !always.contains(input)
                && (input != .cursor || operation.paging.firstCursor == nil)
        }
    }

    // MARK: Inputs that are missing

    private var unused: [Finding] {
        let (places, name) = (operation.places, operation.name)
        var problems: [Finding] = []
        if [.search, .peopleSearch].contains(name), !operation.inputs.contains(.query) {
            let place = "query: { q: \"${input.query}\" }"
            let hint =
                operation.query.isEmpty
                ? Hint.write("query", "{ q: \"${input.query}\" }", at: operation.location) : Hint("write \(place)")
            problems.append(Finding("never uses ${input.query}: every search sends the same request", hint: hint))
        }
        if !operation.namespaces.isEmpty, !places.contains(where: { $0.namespace != nil }) {
            let place = "${input.ids.\(operation.namespaces[0])}"
            problems.append(Finding("never uses an id: every lookup sends the same request", hint: "write \(place)"))
        }
        if name.hasDate, !operation.inputs.contains(.date), operation.period == nil {
            let problem =
                "never uses ${input.date}, so its answer is taken for the current \(name == .dailyBoxOffice ? "day" : "week")'s"
            let hint =
                "write query: { date: \"${input.date | date yyyyMMdd}\" }, or period: live if it is, or period: last for "
                + "the one that ended last"
            problems.append(Finding(problem, hint: Hint(hint)))
        }
        return problems
    }

    /// What `marquee new` writes in place of a key in the path.
    private var masked: [Finding] {
        guard operation.path.description.contains(scalars: "/***") else { return [] }
        let hint: Hint = "the key must not stand there, because paths are logged: give it in a header or in the query"
        return [Finding("sends *** in its path, in the place of a key", hint: hint)]
    }

    /// Inputs in the path, without which there is no request.
    private var needed: [Finding] {
        operation.path.parts.compactMap(\.input).filter(optional.contains).map { input in
            let place = "query: { \(input.rawValue): \"${input.\(input.rawValue)}\" }"
            let problem = "needs ${input.\(input.rawValue)} in its path, which not every call has"
            let needs = operation.needs.isEmpty && input != .cursor ? ", or needs: [\(input.rawValue)]" : ""
            let standard = operation.name.mayConvert ? ", or inputs: { \(input.rawValue): { default: all } }" : ""
            return Finding(problem + ", and a call without it fails", hint: Hint("write \(place)\(standard)\(needs)"))
        }
    }

    /// Inputs in the path whose tables have values for which nothing is sent, so that there is no path.
    private var omitted: [Finding] {
        operation.path.parts.compactMap(\.input).compactMap { input in
            guard let table = operation.conversions[input]?.table,
                let word = table.results.filter({ $0.value == InputConversion.omit }).keys.min()
            else { return nil }
            let problem = "sends nothing for '\(word)' of ${input.\(input.rawValue)}, which its path needs"
            let hint = "write what the path has for it in place of \(InputConversion.omit)"
            return Finding(problem + ", so a call with it fails", hint: Hint(hint))
        }
    }

    // MARK: Texts with several inputs

    /// A text of the request that is filled in as a whole.
    private struct Written {
        /// What it is, such as `the parameter 'q'`.
        var words: String
        var template: Template
        /// The name of the parameter or field whose whole value it is; `nil` if it cannot be split into parts.
        var name: String?
    }

    private var written: [Written] {
        func texts(_ values: [NamedValue<RequestValue>], _ word: String) -> [Written] {
            values.flatMap { named in
                named.value.templates.map { template, isWhole in
                    Written(words: "the \(word) '\(named.name)'", template: template, name: isWhole ? named.name : nil)
                }
            }
        }
        let headers = operation.headers.map { Written(words: "the header '\($0.name)'", template: $0.value) }
        let body: [Written] =
            switch operation.body {
            // A text in place of a structure is a mistake of its own.
            case nil, .json(.text): []
            case .json(let template):
                template.templates.map { Written(words: "the text '\($0.cut)' of the body", template: $0) }
            case .form(let fields): texts(fields, "field")
            }
        return texts(operation.query, "parameter") + headers + body
    }

    /// Returns a warning about a text that a missing input takes away with everything else in it.
    private func dropped(_ text: Written) -> [Finding] {
        let inputs = text.template.parts.compactMap(\.input)
        guard let missing = inputs.first(where: optional.contains),
            let other = text.template.parts.first(where: { $0.isLost(without: missing) })?.place
        else { return [] }
        let place = "${input.\(missing.rawValue)}"
        let when = missing == .cursor ? "on the first page, which has no \(place)" : "of a call without \(place)"
        let problem = "leaves out \(text.words) \(when), and \(other) with it"
        let remedy =
            text.name.flatMap { name in
                TemplateParts(text.template.description, optional: Self.optional).map { "write \(name): \($0)" }
            } ?? "give \(place) a place of its own"
        return [Finding(problem, hint: Hint(remedy))]
    }

    // MARK: Texts inside quotes

    /// Returns warnings about texts of callers inside quotes, which a quote of theirs would end.
    private func unescaped(_ text: Written) -> [Finding] {
        var isOpen = false
        var before = ""
        for (index, part) in text.template.parts.enumerated() {
            switch part {
            case .literal(let literal):
                isOpen = literal.doubleQuotes.isMultiple(of: 2) ? isOpen : !isOpen
                before = literal
            case .input(.query), .id, .filtered(.input(.query), _), .filtered(.id, _):
                if case .filtered(_, let filter) = part, filter.isEscape {
                    before = ""
                    continue
                }
                let next = text.template.parts.dropFirst(index + 1).first
                let after = if case .literal(let literal)? = next { literal } else { "" }
                let isSingle = before.hasSuffix(scalars: "'") && after.hasPrefix(scalars: "'")
                guard isOpen || isSingle, let place = part.place else {
                    before = ""
                    continue
                }
                // Between single quotes, SPARQL has a backslash, and SQL and OData two quotes.
                let filter: TextFilter =
                    isOpen ? text.template.isOfBraces ? .json : .quote : text.template.hasBraces ? .quote : .sql
                let problem = "puts \(place) between quotes in \(text.words), where a quote of the caller ends it"
                if case .filtered(_, let first) = part {
                    let written = "\(place.dropLast()) | \(first.rawValue)}"
                    let filled = "\(written.dropLast()) | \(filter.rawValue)}"
                    return [Finding(problem, hint: Hint("write \(filled)").correcting(written, to: filled))]
                }
                let filled = "\(place.dropLast()) | \(filter.rawValue)}"
                return [Finding(problem, hint: Hint("write \(filled)").correcting(place, to: filled))]
            default: before = ""
            }
        }
        return []
    }
}

/// A text with an input that may be missing, split into parts of which those without a value are left out.
struct TemplateParts: CustomStringConvertible {
    private var parts: [String] = []

    /// Splits a text at the ends of what belongs to each optional input; `nil` if the parts would not be the same text.
    init?(_ text: String, optional: Set<Input>) {
        // Literals and placeholders take turns, beginning with a literal.
        var pieces: [Substring] = []
        var rest = text[...]
        while let open = rest.firstRange(scalars: "${"), let close = rest[open.upperBound...].firstIndex(scalar: "}") {
            pieces += [rest[..<open.lowerBound], rest[open.lowerBound...close]]
            rest = rest[rest.index(after: close)...]
        }
        pieces.append(rest)
        var current = ""
        for index in pieces.indices {
            let piece = pieces[index]
            guard index.isMultiple(of: 2) else {
                current += piece
                continue
            }
            let follows = index > 0 && Self.isOptional(pieces[index - 1], optional)
            let precedes = index + 1 < pieces.count && Self.isOptional(pieces[index + 1], optional)
            var literal = piece
            if follows {
                let end = literal.firstIndex(where: Self.ends.contains) ?? literal.endIndex
                current += literal[..<end]
                literal = literal[end...]
                parts.append(current)
                current = ""
            }
            if precedes {
                let start = Self.start(ofLast: literal)
                parts.append(current + literal[..<start])
                current = String(literal[start...])
            } else {
                current += literal
            }
        }
        parts.append(current)
        parts.removeAll(where: \.isEmpty)
        guard parts.count > 1, Set(parts).count == parts.count, parts.joined() == text else { return nil }
    }

    private static let separators: Set<Character> = [",", "&", ";", " "]
    private static let ends: Set<Character> = [",", "&", ";", " ", "}", "]", ")"]

    /// Returns where what belongs to the next placeholder begins: behind a comma, or at the word that joins a condition,
    /// as in SQL and OData.
    private static func start(ofLast literal: Substring) -> Substring.Index {
        let joint = [" and ", " AND ", " && "].compactMap { literal.ranges(scalars: $0).last?.lowerBound }.max()
        let separator = literal.lastIndex { ",;".contains($0) }
        if let joint, separator.map({ $0 < joint }) ?? true { return joint }
        return literal.lastIndex(where: separators.contains) ?? literal.startIndex
    }

    private static func isOptional(_ place: Substring, _ optional: Set<Input>) -> Bool {
        optional.contains {
            place.hasPrefix(scalars: "${input.\($0.rawValue)}") || place.hasPrefix(scalars: "${input.\($0.rawValue) ")
        }
    }

    /// The parts as the value of a parameter, in YAML.
    var description: String {
        let quoted = parts.map {
            "'" + $0.split(scalar: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        return "{ parts: [\(quoted.joined(separator: ", "))], join: \"\" }"
    }
}

extension Template.Part {
    /// Whether it is what a caller asks for, and would not be sent where another input has no value.
    ///
    /// Filters that stand together, such as sort and order, may be one value.
    fileprivate func isLost(without missing: Input) -> Bool {
        guard let input else { return namespace != nil }
        return input != missing && (missing == .cursor || !RequestReview.optional.contains(input))
    }
}

extension RequestValue {
    /// The texts of the parameter, and whether each is all of it.
    fileprivate var templates: [(Template, isWhole: Bool)] {
        switch source {
        case .template(let template): [(template, true)]
        case .input: []
        case .list(let values), .parts(let values, _): values.flatMap(\.templates).map { ($0.0, false) }
        }
    }
}

extension BodyTemplate {
    /// The texts in the body.
    fileprivate var templates: [Template] {
        switch self {
        case .object(let members): members.flatMap(\.value.templates)
        case .array(let parts): parts.flatMap(\.templates)
        case .text(let template): [template]
        case .literal: []
        }
    }
}

extension Template {
    /// Whether it is JSON or GraphQL, by its beginning.
    fileprivate var isOfBraces: Bool {
        let start = description.trimmed
        return ["{", "[", "query", "mutation"].contains(where: start.hasPrefix)
    }

    /// Whether it has braces of its own, as SPARQL and GraphQL have.
    fileprivate var hasBraces: Bool {
        parts.contains { if case .literal(let text) = $0 { text.contains(scalars: "{") } else { false } }
    }

    /// The beginning of the text, for messages.
    fileprivate var cut: String { description.count > 40 ? description.prefix(40) + "…" : description }
}

extension String {
    /// The number of double quotes that no backslash precedes.
    fileprivate var doubleQuotes: Int {
        var count = 0
        var isEscaped = false
        for byte in utf8 {
            if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return count
    }
}
