import HTTPModel
package import JSON
import MovieDomain
import Platform

extension Shape {
    /// Returns the shape of a text that a function parses; reports its error, or a mismatch where it returns `nil`.
    static func parsed(
        _ expectation: String,
        form: Form? = nil,
        _ parse: @escaping @Sendable (String) throws(LanguageError) -> Value?
    ) -> Shape {
        reading(expectation, form: form) { (text, _, _) throws(LanguageError) in try parse(text) }
    }

    /// Returns the shape of a text that a JSON Schema pattern describes and a function parses.
    static func parsed(_ expectation: String, regex: String, _ parse: @escaping @Sendable (String) -> Value?) -> Shape {
        parsed(expectation, form: .pattern(expectation, regex: regex)) { (text) throws(LanguageError) in parse(text) }
    }

    /// Returns the shape of a text that a function reads, which also gets the node and may report more problems.
    static func reading(
        _ expectation: String,
        form: Form? = nil,
        _ read: @escaping @Sendable (String, SourceNode, Decoding) throws(LanguageError) -> Value?
    ) -> Shape {
        Shape(expectation, form: form ?? .text(expectation)) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            do throws(LanguageError) {
                if let value = try read(text, node, decoding) { return value }
                decoding.mismatch(expectation, node)
            } catch {
                let finding = error.finding
                decoding.valueError(finding.message, hint: finding.hint, at: node.location(ofCharacter: error.offset))
            }
            return nil
        }
    }
}

extension Shape where Value == String {
    /// Any text; an empty one must be in quotes.
    static var text: Shape { parsed("a text") { (text) throws(LanguageError) in text } }

    /// The id of a provider, which is also the namespace of its ids.
    static var identifier: Shape {
        let expectation = "an id of a-z, 0-9, _ and - that begins with a letter"
        return Shape(expectation, form: .pattern(expectation, regex: "^[a-z][a-z0-9_-]*$")) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            if isIdentifier(text) { return text }
            let near = text.lowercased().replacing(scalars: " ", with: "-")
            decoding.mismatch(expectation, node, hint: isIdentifier(near) ? Hint.didYouMean(near, for: text) : nil)
            return nil
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45 }
    }

    static var language: Shape {
        parsed("a language such as ko or pt-BR", regex: Language.tagPattern) { Language.isTag($0) ? $0 : nil }
            .guessing(ForeignCode.language(named:))
            .checked { tag, node, decoding in
                if let meant = ForeignCode.language(of: tag) {
                    let hint = Hint.didYouMean(meant, for: tag)
                    decoding.valueWarning("'\(tag)' is the code of no language", hint: hint, at: node.location)
                }
                return tag
            }
    }

    static var host: Shape {
        let expectation = "the name of a host such as image.example.org"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[^/:?#@\s]+$"#)) {
            (text) throws(LanguageError) in
            if text.contains(where: { $0 == "/" || $0 == ":" }) { return nil }
            let origin = try WebURL(parsing: "https://" + text).origin
            guard !origin.isLoopback else {
                throw LanguageError(
                    "each port of this machine is another server",
                    hint: "name it in images_base instead"
                )
            }
            return origin.host
        }
    }

    /// The name of a host, or `*` for any.
    static var hostOrAny: Shape {
        let host = Shape.host
        return Shape(host.expectation + ", or *", form: host.form) { node, decoding in
            node.text == HTTPDefinition.anyHost ? HTTPDefinition.anyHost : host.decode(node, decoding)
        }
    }

    static var headerName: Shape {
        parsed(
            "the name of a header such as X-Api-Key",
            regex: #"^[^\x00-\x20\x7F-\uFFFF()<>@,;:\\"/\[\]?={}]+$"#
        ) { text in
            !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
                ? text : nil
        }
    }
}

extension Shape where Value == String {
    /// The path of a file with certificates, beside the definition, or in the home folder with `~/`.
    static var authorityFile: Shape {
        reading("a file such as ca.pem") { (text, node, decoding) throws(LanguageError) in
            guard let path = decoding.scope.files?.path(of: text) else { return text }
            decoding.authorityFiles.append((path, node.location))
            return path
        }
    }
}

extension Shape {
    /// Returns the same shape whose message says what a text was meant as, if that is known.
    fileprivate func guessing(_ meant: @escaping @Sendable (String) -> String?) -> Shape {
        Shape(expectation, form: form) { node, decoding in
            guard let text = node.text, let right = meant(text), right != text else { return decode(node, decoding) }
            decoding.mismatch(expectation, node, hint: Hint.didYouMean(right, for: text))
            return nil
        }
    }
}

extension Shape where Value == Bool {
    static var boolean: Shape {
        parsed("true or false", form: .boolean) { (text) throws(LanguageError) in Bool(text) }.guessing { text in
            switch text.lowercased() {
            case "yes", "on", "true": "true"
            case "no", "off", "false": "false"
            default: nil
            }
        }
    }
}

extension Shape where Value == Int {
    /// Returns the shape of a whole number in decimal digits without leading zeros.
    static func integer(_ range: ClosedRange<Int>) -> Shape {
        let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return parsed(expectation, form: .integer(range)) { (text) throws(LanguageError) in
            guard let number = Int(text), String(number) == text, range.contains(number) else { return nil }
            return number
        }
    }

    /// The size of an answer, which is held in memory.
    static var bodyBytes: Shape {
        let longest = 64 << 20
        return parsed(
            "a size of at most 64MiB, such as 500kB or 4MiB",
            regex: #"^[0-9]+(\.[0-9]{1,3})?(B|[kKM]B|[KM]iB)$"#
        ) {
            UnitText.bytes($0).flatMap { (1...longest).contains($0) ? $0 : nil }
        }
    }
}

extension Shape where Value == Int? {
    /// A width in pixels, or `~` if it is unknown.
    static var widthOrNothing: Shape {
        let width = Shape<Int>.integer(1...100_000)
        return Shape("a width in pixels, or ~", form: .either([width.form, .nothing])) { node, decoding in
            if node.saysNone { return .some(nil) }
            return width.decode(node, decoding).map { $0 }
        }
    }
}

extension Shape where Value == Double {
    static var positiveDecimal: Shape {
        parsed("a number above 0", form: .decimal) { (text) throws(LanguageError) in
            NumberText.decimal(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}

extension Shape where Value == DecimalText {
    static var factor: Shape {
        parsed("a number above 0 in digits, such as 0.01", form: .decimal) { (text) throws(LanguageError) in
            DecimalText(text).flatMap { $0.isPositive ? $0 : nil }
        }
    }
}

extension Shape where Value: LanguageWord {
    static var word: Shape { word(of: Array(Value.allCases)) }

    static func word(of values: [Value]) -> Shape {
        let words = values.map(\.word)
        let expectation = words.count == 1 ? "'\(words[0])'" : "one of \(words.alternatives)"
        let form = Form.words(values.map { Form.Word(word: $0.word, summary: $0.summary) })
        return Shape(expectation, form: form) { node, decoding in
            if let value = values.first(where: { $0.word == node.text }) { return value }
            let near = node.text.flatMap {
                ForeignWord.meaning(of: $0, among: words) ?? NearestName.nearest(to: $0, among: words)
            }
            decoding.mismatch(expectation, node, hint: near.map { Hint.didYouMean($0, for: node.text ?? "") })
            return nil
        }
    }
}

extension Shape where Value == Duration {
    static var duration: Shape {
        parsed("a duration such as 250ms, 8s, 30m, 6h or 7d", regex: #"^[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#) {
            UnitText.duration($0)
        }
    }

    static var timeout: Shape {
        parsed(
            duration.expectation + " above zero",
            regex: #"^(?![0.]+[a-z])[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#
        ) { UnitText.duration($0).flatMap { $0 > .zero ? $0 : nil } }.wantingUnit
    }

    /// The same shape, which tells a number alone how to get its unit.
    private var wantingUnit: Shape {
        Shape(expectation, form: form) { node, decoding in
            guard let text = node.text, let number = Int(text), number > 0 else { return decode(node, decoding) }
            let hint = Hint.didYouMean("\(number)" + (number < 500 ? "s" : "ms"), for: text)
            decoding.mismatch(expectation, node, hint: hint)
            return nil
        }
    }
}

extension Shape where Value == ClosedRange<Duration> {
    static var durations: Shape {
        let one = #"[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)"#
        return parsed(
            "two durations such as 100ms..2s, the smaller first",
            regex: #"^\#(one)\.\.\#(one)$"#,
            UnitText.durations
        )
    }
}

extension Shape where Value == Rate {
    static var rate: Shape {
        parsed(
            "a rate such as 2/s or 20/10s",
            regex: "^[1-9][0-9]*/([0-9]+(ms|s|m|h)|s|sec|second|m|min|minute|h|hour)$",
            UnitText.rate
        )
    }
}

extension Shape where Value == Quota {
    static var quota: Shape {
        parsed("a quota such as 3000/day", regex: "^[1-9][0-9]*/(hour|day|month)$", UnitText.quota)
    }
}

extension Shape where Value == JSONValue {
    static var json: Shape { Shape("any value", form: .anything) { node, _ in JSONValue(node) } }
}

extension JSONValue {
    /// Converts a node to JSON: `12`, `true`, and `null` without quotes become JSON values, any other text a string.
    init(_ node: SourceNode) {
        switch node.content {
        case .text(let text): self = (node.isPlain ? Self.word(text) : nil) ?? .string(text)
        case .list(let nodes): self = .array(nodes.map { JSONValue($0) })
        case .map(let entries): self = .object(entries.map { Member($0.key, JSONValue($0.value)) })
        }
    }

    /// Returns the JSON value of an unquoted text; `nil` if it is a string.
    package static func word(_ text: String) -> JSONValue? {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null", "~", "": .null
        default: JSONNumber(text: text).map(JSONValue.number)
        }
    }
}

extension WebURL {
    /// Creates the address of an API from a text that is known to be one.
    init?(ofBase text: String) {
        do throws(WebURLError) {
            try self.init(baseAddress: text)
        } catch {
            return nil
        }
    }

    /// Reads the address of an API; throws an error that can be reported like that of any other value.
    init(parsing text: String) throws(LanguageError) {
        do throws(WebURLError) {
            try self.init(baseAddress: text)
        } catch {
            throw LanguageError(error.message)
        }
    }
}

extension Shape where Value == DurationSource {
    static var durationOrPath: Shape {
        let (duration, path) = (Shape<Duration>.duration, Shape<JSONPath>.path)
        return Shape("a duration, or a path", form: .either([duration.form, path.form])) { node, decoding in
            if let duration = node.text.flatMap(UnitText.duration) { return .fixed(duration) }
            if let text = node.text, !text.isEmpty, text.allSatisfy(\.isWholeNumber) {
                let hint = Hint.didYouMean(text + "s", for: text)
                decoding.mismatch("a duration such as 30s, or a path", node, hint: hint)
                return nil
            }
            return path.decode(node, decoding).map(DurationSource.path)
        }
    }
}

extension Shape where Value == Template {
    static var template: Shape {
        reading(Form.template.phrase, form: .template) { (text, node, decoding) throws(LanguageError) in
            let template = try TemplateParser(scope: decoding.scope).parse(text)
            decoding.note(template.secrets, at: node.location)
            let found = PlaceGuess(in: template, decoding.scope)
            // The sizes of images have a placeholder of their own.
            let isSize = found?.text == ImagePlaces.sizePlace && !decoding.scope.sizedImages.isEmpty
            if let found, !(isSize && decoding.scope.allowsRow) {
                decoding.valueWarning(
                    "'\(found.text)' is sent literally",
                    hint: Hint("write a placeholder as \(found.place)", correction: found.correction(decoding.scope)),
                    at: node.location(ofCharacter: found.offset)
                )
            }
            return template
        }
    }

    /// The path of a request, in which logs and errors show everything, so that it must not contain a secret.
    static var requestPath: Shape {
        let regex = #"^(?!.*\$\{(env|file)\.)((/|\$\{)[^?#]*)?$"#
        return Shape.template
            .scoped {
                $0.secretRefusal = "a path must not contain a secret, because paths are logged; use auth or query"
            }
            .checked { path, node, decoding in
                if let problem = problem(of: path, node) {
                    decoding.valueError(problem.message, hint: problem.hint, at: node.location)
                }
                return path
            }
            .shown(as: .pattern("a path such as /movies/${input.ids.tmdb}", regex: regex))
    }

    /// Returns the problem with the fixed parts of a path; the values of callers are encoded completely.
    private static func problem(of path: Template, _ node: SourceNode) -> Finding? {
        if !path.isEmpty, !path.begins(with: "/") {
            let text = path.description
            let hint: Hint =
                text.contains(scalars: "://")
                ? "the host belongs in 'base_url'" : Hint.didYouMean("/" + text, for: text)
            return Finding("expected a path that begins with '/', found \(node.summary)", hint: hint)
        }
        let fixed = path.parts.map { if case .literal(let text) = $0 { text } else { "x" } }.joined()
        if let sign = fixed.first(where: { $0 == "?" || $0 == "#" }) {
            let text = path.description
            let rest = text.firstIndex(scalar: "#").map { (at: $0, text: String(text[$0...])) }
            let removal = Hint("what follows # is never sent to a server; remove it")
            let hint =
                sign == "?"
                ? Hint("write parameters under 'query'")
                : rest.map {
                    removal.correcting($0.text, to: "", offset: text.distance(from: text.startIndex, to: $0.at))
                } ?? removal
            return Finding("a path must not contain '\(sign)'", hint: hint)
        }
        return WebURL.hasDotSegments(fixed) ? Finding("a path must not have '.' or '..' in it") : nil
    }
}

extension Shape where Value == [NamedValue<Template>] {
    /// Headers, of which those are secrets whose names indicate one and that are in the file itself.
    static var headers: Shape { Shape.map(of: .headerName, to: .template).refusingUnsendable.hidingSecrets }

    /// The same shape without headers with which no request can be sent.
    private var refusingUnsendable: Shape {
        checked { headers, node, decoding in
            headers.filter { header in
                guard let problem = Self.problem(of: header), let location = node[header.name]?.location else {
                    return true
                }
                decoding.valueError("'\(header.name)' \(problem)", at: location)
                return false
            }
        }
    }

    private static func problem(of header: NamedValue<Template>) -> String? {
        if HTTPRequest.transportHeaders.contains(header.name.lowercased()) {
            return "is set by Marquee, not by a definition"
        }
        let isText = header.value.parts.allSatisfy { part in
            guard case .literal(let text) = part else { return true }
            return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        }
        return isText ? nil : "is one line of text, without control characters"
    }

    /// The same shape with such values as secrets.
    var hidingSecrets: Shape {
        checked { values, node, decoding in
            values.map { NamedValue($0.name, decoding.hidden($0.value, named: $0.name, in: node)) }
        }
    }
}

extension Shape where Value == [NamedValue<RequestValue>] {
    /// Query parameters, of which those are secrets whose names indicate one and that are in the file itself.
    static var query: Shape {
        Shape.map(of: .text, to: QueryConstruct.shape).checked { parameters, node, decoding in
            parameters.map { parameter in
                let value = parameter.value.changing { decoding.hidden($0, named: parameter.name, in: node) }
                return NamedValue(parameter.name, value)
            }
        }
    }
}

extension Shape where Value == TextPattern {
    static var pattern: Shape {
        reading("a regular expression") { (text, _, decoding) throws(LanguageError) in try decoding.pattern(text) }
    }
}

extension Shape where Value == DateFormat {
    static var dateFormat: Shape {
        parsed("a date format such as yyyy-MM-dd") { (text) throws(LanguageError) in try DateFormat(parsing: text) }
    }
}
