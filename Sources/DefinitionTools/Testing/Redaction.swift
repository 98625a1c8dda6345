import HTTPModel
import JSON
import MovieProviders
import Platform
import ProviderLanguage

/// The detection of texts that look like a secret or a person's address, whether or not Marquee knows them.
enum SensitiveText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// Whether a member with this name contains a secret or personal data.
    ///
    /// `key` alone does not count: TMDB uses it for the id of a video.
    static func isSensitive(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return exact.contains(letters) || parts.contains { letters.contains($0) }
    }

    private static let exact: Set<String> = [
        "authorization", "cookie", "auth", "session", "sid", "phone", "ip", "ipaddress",
    ]
    private static let parts = [
        "apikey", "accesskey", "servicekey", "secret", "password", "passwd", "token", "sessionid", "email", "signature",
    ]

    /// Returns the text without e-mail addresses, tokens, and values of query parameters, XML elements, and attributes
    /// named like a secret.
    static func redacting(_ text: String) -> (text: String, count: Int) {
        guard ["@", "=", "<", "eyJ", "earer "].contains(where: { text.contains(scalars: $0) }) else { return (text, 0) }
        var rest = text[...].unicodeScalars
        var clean = ""
        var count = 0
        while let match = nextMatch(in: rest) {
            clean += String(rest[..<match.lowerBound]) + AnswerRedaction.placeholder
            rest = rest[match.upperBound...]
            count += 1
        }
        return (clean + String(rest), count)
    }

    private static func nextMatch(in text: Scalars) -> Range<String.Index>? {
        [address, parameter, attribute, element, webToken, bearer]
            .compactMap { $0(text) }
            .min { $0.lowerBound < $1.lowerBound }
    }

    /// Finds an e-mail address: `name@host.tld`.
    private static func address(in text: Scalars) -> Range<String.Index>? {
        var start = text.startIndex
        while let at = text[start...].firstIndex(of: "@") {
            let name = text[..<at].reversed().prefix { isWord($0) || isOne(of: ".+%-", $0) }.count
            let host = text[text.index(after: at)...].prefix { isWord($0) || isOne(of: ".-", $0) }
            let trimmed = host.reversed().drop { !isWord($0) }.count
            let end = text.index(at, offsetBy: 1 + trimmed)
            if name > 0, text[at..<end].contains(".") { return text.index(at, offsetBy: -name)..<end }
            start = text.index(after: at)
        }
        return nil
    }

    /// Finds the value of `?api_key=…` or `&token=…`.
    private static func parameter(in text: Scalars) -> Range<String.Index>? {
        var start = text.startIndex
        while let equals = text[start...].firstIndex(of: "=") {
            let name = backwards(text[..<equals].reversed().prefix { isWord($0) || isOne(of: "-_", $0) })
            let begin = text.index(after: equals)
            let end =
                text[begin...].firstIndex { $0.properties.isWhitespace || isOne(of: "&#\"'<>;", $0) } ?? text.endIndex
            let isKey = isSensitive(name) || name.lowercased() == "key"
            if isKey, begin < end, String(text[begin..<end]) != "***" { return begin..<end }
            start = begin
        }
        return nil
    }

    /// Finds the value of `token="…"`, an attribute of XML.
    private static func attribute(in text: Scalars) -> Range<String.Index>? {
        var start = text.startIndex
        while let equals = text[start...].firstIndex(of: "=") {
            start = text.index(after: equals)
            let name = text[..<equals].reversed().drop(while: \.properties.isWhitespace).prefix {
                isWord($0) || $0 == "-"
            }
            let quoted = text[start...].drop(while: \.properties.isWhitespace)
            guard let quote = quoted.first, isOne(of: "\"'", quote), isSensitive(backwards(name)) else {
                continue
            }
            let value = quoted.dropFirst().prefix { $0 != quote }
            if value.endIndex < text.endIndex, isWorthRedacting(value) { return value.startIndex..<value.endIndex }
        }
        return nil
    }

    /// Finds the text of `<token>…</token>`, with whatever prefix and attributes, unless it contains other elements.
    private static func element(in text: Scalars) -> Range<String.Index>? {
        var start = text.startIndex
        while let open = text[start...].firstIndex(of: "<") {
            start = text.index(after: open)
            let name = text[start...].prefix { isWord($0) || isOne(of: ":-.", $0) }
            guard isSensitive(name.split(separator: ":").last.map { String($0) } ?? "") else { continue }
            var quote: Unicode.Scalar?
            let tag = text[name.endIndex...].prefix { scalar in
                if scalar == quote {
                    quote = nil
                } else if quote == nil, isOne(of: "\"'", scalar) {
                    quote = scalar
                }
                return quote != nil || scalar != ">"
            }
            guard tag.endIndex < text.endIndex, tag.last != "/" else { continue }
            let rest = text[tag.endIndex...].dropFirst()
            let content = rest[..<(rest.firstRange(of: "</".unicodeScalars)?.lowerBound ?? rest.endIndex)]
            // `<!` begins a section of text (CDATA), or a comment.
            let isText = zip(content, content.dropFirst()).allSatisfy { $0 != "<" || $1 == "!" }
            if isText, isWorthRedacting(content) { return content.startIndex..<content.endIndex }
        }
        return nil
    }

    private static func isWorthRedacting(_ value: Scalars) -> Bool {
        String(value) != AnswerRedaction.placeholder && !value.allSatisfy(\.properties.isWhitespace)
    }

    /// Finds a JSON web token: three runs of characters separated by dots, the first of which begins with `eyJ`.
    private static func webToken(in text: Scalars) -> Range<String.Index>? {
        guard let start = text.firstRange(of: "eyJ".unicodeScalars)?.lowerBound else { return nil }
        let token = text[start...].prefix { isWord($0) || isOne(of: "-_.", $0) }
        return token.count > 40 && token.count(where: { $0 == "." }) >= 2 ? start..<token.endIndex : nil
    }

    private static func bearer(in text: Scalars) -> Range<String.Index>? {
        guard let start = text.firstRange(of: "earer ".unicodeScalars)?.upperBound else { return nil }
        let token = text[start...].prefix { !$0.properties.isWhitespace && !isOne(of: "\"'", $0) }
        return token.count >= 8 ? start..<token.endIndex : nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    private static func isOne(of signs: String, _ scalar: Unicode.Scalar) -> Bool {
        signs.unicodeScalars.contains(scalar)
    }

    /// Returns the text of scalars that were read from the end.
    private static func backwards(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }
}

/// The redaction of live answers, which removes what must not be in a file: secrets, tokens, and addresses of people.
///
/// It looks for three things, because none covers all secrets: the values of the definition's secrets, members and
/// elements that are named like a secret, and texts that look like one.
struct AnswerRedaction: Sendable {
    static let placeholder = "***"

    private let mask: SecretMask

    init(_ secrets: some Sequence<Secret>) { mask = SecretMask(secrets) }

    /// Returns the answer in the form that may be stored, byte for byte the same if there is nothing to remove.
    func redacting(_ body: [UInt8], _ format: DocumentFormat = .json) -> (bytes: [UInt8], count: Int) {
        guard format == .ndjson else { return redacting(document: body) }
        // Each line is a document, and stays one line.
        var (bytes, count) = ([UInt8](), 0)
        for (place, line) in body.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let clean = redacting(document: Array(line), pretty: false)
            if place > 0 { bytes.append(0x0A) }
            bytes += clean.bytes
            count += clean.count
        }
        return (bytes, count)
    }

    private func redacting(document body: [UInt8], pretty: Bool = true) -> (bytes: [UInt8], count: Int) {
        do throws(JSONError) {
            let root = try JSONDocument(body, limits: .ofMasking).root
            var count = 0
            var writer = JSONWriter(reserving: body.count, pretty: pretty)
            writer.masked(root, mask) { element, name in
                let text = element.string
                let isNamedSecret = SensitiveText.isSensitive(name) && text != ""
                if isNamedSecret || text == nil && mask.hasSecret(in: Array(element.text)) {
                    count += 1
                    return Self.placeholder
                }
                let result = text.map(redacted)
                count += result?.count ?? 0
                return result?.text
            }
            return (count == 0 ? body : writer.bytes, count)
        } catch {
            let text = redacted(String(decoding: body, as: UTF8.self))
            return (text.count == 0 ? body : Array(text.text.utf8), text.count)
        }
    }

    /// Whether the bytes contain a secret of the definition, so that they must not be written.
    func holdsSecret(_ bytes: [UInt8]) -> Bool { mask.hasSecret(in: bytes) }

    private func redacted(_ text: String) -> (text: String, count: Int) {
        let masked = mask.masking(text)
        let clean = SensitiveText.redacting(masked)
        return (clean.text, clean.count + (masked == text ? 0 : 1))
    }
}
