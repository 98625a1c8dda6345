package import HTTPModel
import JSON
import ProviderLanguage
import XML

/// The body of an answer, parsed once as its format, or recognized as markup instead.
struct AnswerBody {
    /// The markup that comes instead of the expected format, in words for messages.
    enum Markup: String {
        case webPage = "a web page"
        case xml = "XML"
    }

    /// Why a body cannot be parsed as its format, and where.
    struct Problem: Error {
        let message: String
        let line: Int
        let column: Int
        /// Whether the bytes are not text in UTF-8.
        var isOfEncoding = false

        init(_ error: JSONError, in bytes: [UInt8]) {
            message = error.message
            let position = error.position(in: bytes)
            (line, column) = (position.line, position.column)
            isOfEncoding = error.reason == .invalidUTF8
        }

        /// The problem of a text that begins `lines` lines after the answer.
        init(_ error: XMLError, after lines: Int) {
            (message, line, column) = (error.message, error.line + lines, error.column)
            isOfEncoding = error.isOfEncoding
        }
    }

    /// The body without a byte order mark, which is ignored (RFC 8259, section 8.1).
    let bytes: [UInt8]
    let format: DocumentFormat
    let document: Result<JSONElement, Problem>

    /// Parses a body of any size, because the transport has already limited it.
    ///
    /// A byte order mark counts more than the charset of the header.
    init(_ body: [UInt8], _ format: DocumentFormat = .json, charset: String? = nil) {
        let isMarked = body.starts(with: [0xEF, 0xBB, 0xBF])
        bytes = isMarked ? Array(body.dropFirst(3)) : body
        self.format = format
        switch format {
        case .json: document = Self.tree(bytes, from: .json)
        case .xml:
            // Blank lines before the declaration are no XML, but scripts write them.
            let blanks = bytes.prefix(while: \.isBlank)
            do throws(XMLError) {
                let text = blanks.isEmpty ? bytes : Array(bytes.dropFirst(blanks.count))
                let tree = try XMLReader.read(text, charset: isMarked ? "UTF-8" : charset)
                document = Self.tree(tree.jsonBytes, from: .xml)
            } catch {
                document = .failure(Problem(error, after: blanks.count { $0 == 0x0A }))
            }
        }
    }

    /// Parses JSON that is an answer, or that an answer was converted to.
    ///
    /// Half a surrogate pair, where a source cut its text within an emoji, becomes U+FFFD.
    static func tree(_ json: [UInt8], from format: DocumentFormat) -> Result<JSONElement, Problem> {
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
        if format == .json { return try JSONDocument(json, limits: limits).root }
        // Every element may be in a list, which adds a level.
        limits.maximumDepth = 2 * XMLLimits().maximumDepth + 1
        return try JSONDocument(fromXML: json, limits: limits).root
    }

    /// The document; `nil` if the body is not of its format.
    var root: JSONElement? { if case .success(let root) = document { root } else { nil } }

    /// The markup; `nil` if the body does not begin with `<`, whatever its content type, or is XML as expected.
    var markup: Markup? {
        let start = bytes.drop(while: \.isBlank).prefix(512)
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        let isPage = text.contains("<html") || text.contains("<!doctype html")
        if format == .xml { return isPage ? .webPage : nil }
        return text.hasPrefix("<?xml") && !isPage ? .xml : .webPage
    }

    var isEmpty: Bool { bytes.allSatisfy(\.isBlank) }

    /// What the source says of a failure, in one line of at most 500 characters; `nil` if it says nothing.
    var words: String? { root.flatMap { Self.words(in: $0, depth: 0) } }

    /// The members in which APIs write it, best first, for there is no standard: those of RFC 9457 and RFC 6749 among them.
    private static let wordNames = [
        "message", "error_description", "detail", "error_message", "errorMessage", "status_message", "Message", "error",
        "Error", "errors", "title", "description", "reason",
    ]

    private static func words(in element: JSONElement, depth: Int) -> String? {
        if let text = element.string {
            let line = text.prefix(500).split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
            // A text alone is none of a failure.
            return depth == 0 || line.isEmpty ? nil : line
        }
        guard depth < 3 else { return nil }
        if element.kind == .array { return element.elements.first.flatMap { words(in: $0, depth: depth + 1) } }
        return wordNames.lazy.compactMap { element[$0] }.compactMap { words(in: $0, depth: depth + 1) }.first
    }
}

extension HTTPResponse {
    /// Returns what a response says of a failure, in one line without these secrets; `nil` if it says nothing.
    package func words(without secrets: SecretMask) -> String? {
        AnswerBody(body).words.map { secrets.masking($0).cut }
    }
}

extension String {
    /// The beginning of the text, short enough for a message.
    var cut: String { count <= 200 ? self : prefix(200) + "…" }
}

extension [UInt8] {
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
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
