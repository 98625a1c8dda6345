package import HTTPModel
package import JSON
import MovieDomain
import Platform
package import ProviderLanguage
import XML
import ZIP

/// The body of an answer, parsed once as its format, or recognized as markup instead.
package struct AnswerBody {
    /// The markup that comes instead of the expected format, in words for messages.
    package enum Markup: String {
        case webPage = "a web page"
        case xml = "XML"
    }

    /// Why a body cannot be parsed as its format, and where.
    package struct Problem: Error {
        package let message: String
        package let line: Int
        package let column: Int
        /// Whether the bytes are not text in the encoding that they should be in.
        package private(set) var isOfEncoding = false
        /// Whether a text in JSON has a tab, a line break, or another control character that is not escaped.
        var isOfControlCharacter = false

        init(_ error: JSONError, in bytes: [UInt8]) {
            message = error.message
            isOfControlCharacter = error.reason == .controlCharacter
            let position = error.position(in: bytes)
            (line, column) = (position.line, position.column)
            isOfEncoding = error.reason == .invalidUTF8
        }

        /// The problem of a text that begins `lines` lines after the answer.
        init(_ error: XMLError, after lines: Int) {
            (message, line, column) = (error.message, error.line + lines, error.column)
            isOfEncoding = error.isOfEncoding
        }

        init(_ problem: SeparatedValues.Problem) {
            message =
                switch problem.kind {
                case .openQuotes: "a value in quotes does not end"
                case .textAfterQuotes: "expected a separator after a value in quotes, which has two quotes for one"
                }
            (line, column) = (problem.line, problem.column)
        }

        /// The problem of a file in gzip that cannot be unpacked.
        init(ofGzip limit: Int) {
            message = "expected a whole file in gzip, of at most \(limit >> 10) KiB unpacked (max_body)"
            (line, column) = (1, 1)
        }

        init(_ failure: TextEncoding.Failure, of encoding: TextEncoding, in bytes: [UInt8]) {
            isOfEncoding = true
            switch failure {
            case .unknownToSystem:
                (message, line, column) = ("the iconv of this system cannot read \(encoding.name)", 1, 1)
            case .notText(let offset):
                message = "expected text in \(encoding.name), found bytes that are not valid in it"
                let before = bytes.prefix(offset)
                line = before.count { $0 == 0x0A } + 1
                column = offset - (before.lastIndex(of: 0x0A) ?? -1)
            }
        }
    }

    /// The body in UTF-8, without a byte order mark, which is ignored (RFC 8259, section 8.1), and without the call of a
    /// function around it (JSONP).
    package let bytes: [UInt8]
    let format: DocumentFormat
    /// The document, or why there is none.
    package private(set) var document: Result<JSONElement, Problem>

    /// The most bytes of a packed body whose limit is not known.
    package static let largest = 64 << 20

    /// Parses a body of any size, because the transport has already limited it.
    ///
    /// A byte order mark counts more than the charset, and so does a text that is valid in UTF-8: many servers name a
    /// charset without knowing it.
    ///
    /// The texts at the paths of `embedded` are read as the JSON that they contain. A file in gzip is unpacked, up to
    /// `limit` bytes: a server may pass it on as it is.
    package init(
        _ body: [UInt8],
        _ format: DocumentFormat = .json,
        charset: String? = nil,
        embedded: [JSONPath] = [],
        limit: Int = largest
    ) {
        self.format = format
        var body = body
        if GzipFile.begins(body) {
            guard let unpacked = GzipFile.unpacked(body, limit: limit) else {
                bytes = body
                document = .failure(Problem(ofGzip: limit))
                return
            }
            body = unpacked
        }
        let isMarked = body.starts(with: [0xEF, 0xBB, 0xBF])
        var bytes = isMarked ? Array(body.dropFirst(3)) : body
        var charset = isMarked ? "UTF-8" : charset
        if let encoding = Self.encoding(of: bytes, format, charset) {
            charset = "UTF-8"
            if String(validating: bytes, as: UTF8.self) == nil {
                do throws(TextEncoding.Failure) {
                    bytes = try encoding.utf8(bytes)
                } catch {
                    self.bytes = bytes
                    document = .failure(Problem(error, of: encoding, in: bytes))
                    return
                }
            }
        }
        switch format {
        case .json:
            bytes = bytes.withoutCall
            document = Self.tree(bytes, from: .json)
            if case .failure(let problem) = document, problem.isOfControlCharacter {
                // Some scripts put texts between quotes as they are, with their tabs and line breaks.
                let lenient = Self.tree(bytes.map { $0 < 0x20 ? 0x20 : $0 }, from: .json)
                if case .success = lenient { document = lenient }
            }
        case .ndjson:
            let isList = bytes.first { !$0.isASCIIWhitespace } == UInt8(ascii: "[")
            document = Self.tree(isList ? bytes : bytes.linesAsList, from: .json)
        case .xml: document = Self.tree(ofXML: bytes, charset: charset)
        case .csv, .tsv: document = Self.tree(ofLines: bytes, format)
        case .html: document = Self.tree(WebPage(bytes).json, from: .html)
        }
        if case .success(let root) = document, !embedded.isEmpty {
            document = Self.tree(root.readingTexts(at: embedded), from: format)
        }
        self.bytes = bytes
    }

    /// Returns the encoding that a body should be in, unless its parser reads it.
    private static func encoding(of bytes: [UInt8], _ format: DocumentFormat, _ charset: String?) -> TextEncoding? {
        guard format == .xml else { return charset.flatMap { TextEncoding(named: $0) } }
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        let declared = start.firstMatch(of: /<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)/)?.1
        return (charset ?? declared.map(String.init)).flatMap { TextEncoding(named: $0) }
    }

    private static func tree(ofXML bytes: [UInt8], charset: String?) -> Result<JSONElement, Problem> {
        // Blank lines before the declaration are no XML, but scripts write them.
        let blanks = bytes.prefix(while: \.isASCIIWhitespace)
        do throws(XMLError) {
            let text = blanks.isEmpty ? bytes : Array(bytes.dropFirst(blanks.count))
            return tree(try XMLReader.read(text, charset: charset).jsonBytes, from: .xml)
        } catch {
            return .failure(Problem(error, after: blanks.count { $0 == 0x0A }))
        }
    }

    /// Reads lines of values; a source reports failures in JSON also where it answers with lines.
    private static func tree(ofLines bytes: [UInt8], _ format: DocumentFormat) -> Result<JSONElement, Problem> {
        if let first = bytes.first(where: { !$0.isASCIIWhitespace }), "{[".utf8.contains(first) {
            let json = tree(bytes, from: .json)
            if case .success = json { return json }
        }
        do throws(SeparatedValues.Problem) {
            // Many countries write a semicolon instead of the comma, which is then the decimal sign.
            let separators = format == .tsv ? Array("\t".utf8) : Array(",;".utf8)
            return tree(try json(of: SeparatedValues(bytes, separators: separators)), from: format)
        } catch {
            return .failure(Problem(error))
        }
    }

    /// Returns the records as a list in JSON: the first one names the members of the others.
    private static func json(of values: SeparatedValues) throws(SeparatedValues.Problem) -> [UInt8] {
        var values = values
        var names: [String]?
        var records: [[String]] = []
        while let (_, record) = values.next() {
            let cells = try record.get().map(\.trimmedText)
            if names == nil { names = unique(cells) } else { records.append(cells) }
        }
        var writer = JSONWriter()
        writer.array { list in
            for record in records {
                list.object { row in
                    for (name, value) in zip(names ?? [], record) { row.member(name, value) }
                }
            }
        }
        return writer.bytes
    }

    /// Returns names for the columns, of which each has another one: `column 3` where there is none.
    private static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.enumerated().map { index, written in
            let name = written.isEmpty ? "column \(index + 1)" : written
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name) \(number)"
                number += 1
            }
            return unique
        }
    }

    /// Parses JSON that is an answer, or that an answer was converted to.
    ///
    /// Half a surrogate pair, where a source cut its text within an emoji, becomes U+FFFD.
    package static func tree(_ json: [UInt8], from format: DocumentFormat) -> Result<JSONElement, Problem> {
        do throws(JSONError) {
            return .success(try root(json, from: format))
        } catch {
            guard error.reason == .loneSurrogate else { return .failure(Problem(error, in: json)) }
        }
        let whole = json.withoutHalfPairs
        do throws(JSONError) {
            return .success(try root(whole, from: format))
        } catch {
            return .failure(Problem(error, in: whole))
        }
    }

    private static func root(_ json: [UInt8], from format: DocumentFormat) throws(JSONError) -> JSONElement {
        var limits = JSONLimits(maximumBytes: max(1, json.count))
        if format != .xml { return try JSONDocument(json, limits: limits).root }
        // Every element may be in a list, which adds a level.
        limits.maximumDepth = 2 * XMLLimits().maximumDepth + 1
        return try JSONDocument(fromXML: json, limits: limits).root
    }

    /// The document; `nil` if the body is not of its format.
    package var root: JSONElement? { if case .success(let root) = document { root } else { nil } }

    /// The markup; `nil` if the body does not begin with `<`, whatever its content type, or is XML as expected.
    package var markup: Markup? {
        let start = bytes.drop(while: \.isASCIIWhitespace).prefix(512)
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        let isPage = text.contains(scalars: "<html") || text.contains(scalars: "<!doctype html")
        if format == .html { return nil }
        if format == .xml { return isPage ? .webPage : nil }
        return text.hasPrefix(scalars: "<?xml") && !isPage ? .xml : .webPage
    }

    /// Whether there is no content; an empty body of lines is an empty list.
    package var isEmpty: Bool { format != .ndjson && bytes.allSatisfy(\.isASCIIWhitespace) }

    /// What the source says about a failure, in one line of at most 500 characters; `nil` if it says nothing.
    var words: String? { root.flatMap { Self.words(in: $0, depth: 0) } }

    /// The members in which APIs write it, best first, because there is no standard: those of RFC 9457 and RFC 6749
    /// among them.
    private static let wordNames = [
        "message", "error_description", "detail", "error_message", "errorMessage", "status_message", "Message", "error",
        "Error", "errors", "title", "description", "reason",
    ]

    private static func words(in element: JSONElement, depth: Int) -> String? {
        if let text = element.string {
            let start = Substring(text.unicodeScalars.prefix(500))
            let line = start.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
            // A text alone does not describe a failure.
            return depth == 0 || line.isEmpty ? nil : line
        }
        guard depth < 3 else { return nil }
        if element.kind == .array { return element.elements.first.flatMap { words(in: $0, depth: depth + 1) } }
        return wordNames.lazy.compactMap { element[$0] }.compactMap { words(in: $0, depth: depth + 1) }.first
    }
}

extension HTTPResponse {
    /// Returns what a response says about a failure, in one line without these secrets; `nil` if it says nothing.
    package func words(without secrets: SecretMask) -> String? {
        AnswerBody(body).words.map { secrets.masking($0).cut }
    }
}

extension String {
    /// The beginning of the text, short enough for a message.
    var cut: String { cut(to: 200) }

    /// Returns at most so many scalars of the text; a single character may have thousands of them.
    func cut(to most: Int) -> String {
        let start = unicodeScalars.prefix(most)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}

extension JSONElement {
    /// The document with JSON in place of the texts at these paths that contain some.
    fileprivate func readingTexts(at paths: [JSONPath]) -> [UInt8] {
        let texts = paths.flatMap { $0.select(in: self, root: self) }.filter { $0.kind == .string }
        var replacements: [(element: JSONElement, json: [UInt8])] = []
        for text in texts.sorted(by: { $0.precedes($1) }) {
            guard let json = text.string, case .success(let found) = AnswerBody.tree(Array(json.utf8), from: .json)
            else { continue }
            replacements.append((text, found.text))
        }
        return self.text(replacing: replacements)
    }
}

extension [UInt8] {
    /// The argument of a call such as `/**/callback({…});`; the bytes themselves if they are not a call.
    fileprivate var withoutCall: [UInt8] {
        guard let first = first(where: { !$0.isASCIIWhitespace }), !"{[\"<".utf8.contains(first) else { return self }
        let head = String(decoding: prefix(200), as: UTF8.self)
        // Express writes `typeof callback === 'function' && callback(…)`.
        let call =
            /\s*(?:\/\*[^*]*\*\/\s*)?(?:typeof [A-Za-z0-9_$.]+ === 'function' && )?[A-Za-z_$][A-Za-z0-9_$.]*\s*\(/
        guard let start = head.prefixMatch(of: call)?.0.utf8.count,
            let end = lastIndex(where: { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ";") }), end >= start,
            self[end] == UInt8(ascii: ")")
        else { return self }
        return Array(self[start..<end])
    }

    /// A list in JSON of the values on the lines, each on its line.
    fileprivate var linesAsList: [UInt8] {
        var list: [UInt8] = []
        // Byte by byte, because an array of the lines takes many times the memory of blank ones.
        list.reserveCapacity(count + count / 8 + 4)
        list.append(UInt8(ascii: "["))
        var (isFirst, isBlankSoFar) = (true, true)
        for byte in self {
            let isBlank = byte.isASCIIWhitespace
            if byte == 0x0A {
                isBlankSoFar = true
            } else if isBlankSoFar, !isBlank {
                if !isFirst { list.append(UInt8(ascii: ",")) }
                (isFirst, isBlankSoFar) = (false, false)
            }
            // Some of these blanks are none of JSON.
            list.append(isBlankSoFar && byte != 0x0A ? 0x20 : byte)
        }
        list.append(UInt8(ascii: "]"))
        return list
    }

    /// A text of JSON with U+FFFD in place of each escape that is half a surrogate pair.
    fileprivate var withoutHalfPairs: [UInt8] {
        var text = self
        var place = 0
        while place < text.count, let backslash = text[place...].firstIndex(of: UInt8(ascii: "\\")) {
            place = backslash + 2
            guard let unit = text.escapedUnit(at: backslash) else { continue }
            place = backslash + 6
            guard unit & 0xF800 == 0xD800 else { continue }
            if unit < 0xDC00, let low = text.escapedUnit(at: place), low & 0xFC00 == 0xDC00 {
                place += 6
            } else {
                text.replaceSubrange((backslash + 2)..<place, with: "FFFD".utf8)
            }
        }
        return text
    }

    /// The code unit of an escape such as `\ud83d`; `nil` if there is none at this place.
    private func escapedUnit(at place: Int) -> UInt16? {
        guard place + 6 <= count, self[place] == UInt8(ascii: "\\"), self[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt16(String(decoding: self[(place + 2)..<(place + 6)], as: UTF8.self), radix: 16)
    }
}

extension UInt8 {
    fileprivate var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
