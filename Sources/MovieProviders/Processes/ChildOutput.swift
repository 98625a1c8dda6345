import JSON
import MovieDomain
import ProviderLanguage

/// A throttle that turns the stderr of a child process into log lines, limited in length and number.
struct LogThrottle: Sendable {
    /// The number of lines allowed at once, and then per second.
    private static let burst = 20.0
    private static let perSecond = 5.0
    private static let maximumBytes = 500

    private var splitter = LineSplitter(maximumBytes: maximumBytes)
    private var tokens = burst
    private var refilledAt: Duration?
    private var leftOut = 0

    /// Returns the lines to log; the next logged line says how many were left out before it.
    mutating func take(_ bytes: some Collection<UInt8>, at now: Duration) -> [String] {
        lines(splitter.take(bytes), at: now)
    }

    /// Returns the unfinished last line, and how many lines were left out last.
    mutating func takeRest(at now: Duration) -> [String] {
        var rest = lines(splitter.takeRest().map { [$0] } ?? [], at: now)
        if leftOut > 0 { rest.append("(\(leftOut) lines left out)") }
        leftOut = 0
        return rest
    }

    private mutating func lines(_ lines: [LineSplitter.Line], at now: Duration) -> [String] {
        let passed = refilledAt.map { now - $0 } ?? .zero
        refilledAt = now
        tokens = min(Self.burst, tokens + passed / .seconds(1) * Self.perSecond)
        return lines.compactMap { line in
            guard !line.bytes.isEmpty else { return nil }
            guard tokens >= 1 else {
                leftOut += 1
                return nil
            }
            tokens -= 1
            let count = leftOut
            leftOut = 0
            let text = Self.printable(line.bytes) + (line.isCut ? "…" : "")
            return count > 0 ? "(\(count) lines left out) " + text : text
        }
    }

    /// Returns the text without the control characters that a terminal would obey.
    private static func printable(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
    }
}

/// A splitter of bytes into lines that never holds more than one line of the maximum length.
struct LineSplitter: Sendable {
    struct Line: Hashable, Sendable {
        /// The line without its end, `\n` or `\r\n`.
        var bytes: [UInt8]
        /// Whether this is only the beginning of a longer line.
        var isCut = false
    }

    private let maximumBytes: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Returns the lines that end in `bytes`, and the beginning of a line that is too long as soon as that is known.
    mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = Array(bytes)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end], &lines)
            if !isSkipping { lines.append(Line(bytes: withoutReturn())) }
            isSkipping = false
            partial = []
            rest = rest[(end + 1)...]
        }
        append(rest, &lines)
        return lines
    }

    /// Returns the text after the last line end.
    mutating func takeRest() -> Line? {
        defer { partial = [] }
        return partial.isEmpty ? nil : Line(bytes: withoutReturn())
    }

    private mutating func append(_ piece: ArraySlice<UInt8>, _ lines: inout [Line]) {
        guard !isSkipping else { return }
        partial += piece.prefix(maximumBytes + 1 - partial.count)
        guard partial.count > maximumBytes else { return }
        lines.append(Line(bytes: Array(partial.prefix(maximumBytes)), isCut: true))
        partial = []
        isSkipping = true
    }

    private func withoutReturn() -> [UInt8] {
        partial.last == UInt8(ascii: "\r") ? Array(partial.dropLast()) : partial
    }
}

/// An answer of a child process, which is one line of its output.
struct ChildReply: Sendable {
    /// `nil` if the line does not say which call it answers.
    private(set) var id: Int?
    /// What the line says, or `noAnswer` if it was meant as an answer and is none.
    let result: Result<JSONElement, ChildFailure>

    /// Parses a line; `nil` if it was not even meant as an answer.
    init?(_ line: [UInt8], limits: JSONLimits) {
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(line, limits: limits).root
        } catch {
            guard [#""jsonrpc""#, #""result""#].contains(where: { line.contains($0.utf8) }) else { return nil }
            let column = error.position(in: line).column
            result = .failure(.noAnswer(line, "\(error.message) (column \(column))"))
            return
        }
        let isMeant = root["jsonrpc"] != nil || root["result"] != nil || root["id"] != nil && root["error"] != nil
        guard isMeant, root["method"] == nil else { return nil }
        id = root["id"].flatMap { $0.int ?? $0.string.flatMap { Int($0) } }
        if root["jsonrpc"]?.string != "2.0" {
            result = .failure(.noAnswer(line, #"expected "jsonrpc": "2.0""#))
        } else if root["id"]?.int == nil {
            result = .failure(.noAnswer(line, "expected the 'id' of the request, a number"))
        } else if let found = root["result"] {
            result = .success(found)
        } else if let error = root["error"].flatMap(ProviderError.init(ofProgram:)) {
            result = .failure(.refused(error))
        } else {
            let expected = root["error"] == nil ? "expected 'result' or 'error'" : "expected an 'error' with a 'code'"
            result = .failure(.noAnswer(line, expected))
        }
    }

    /// The failure of a line that was meant as an answer.
    var problem: ChildFailure? { if case .failure(let failure) = result, failure.isNoAnswer { failure } else { nil } }
}

extension ProviderError {
    /// Creates the error that a program answered with: of the kind in `data.kind`, or else of its JSON-RPC code.
    fileprivate init?(ofProgram element: JSONElement) {
        guard let code = element["code"]?.int else { return nil }
        let named = element["data"]?["kind"]?.string.flatMap { word in Kind.ofRules.first { $0.word == word } }
        let meant: Kind =
            switch code {
            case -32601: .unsupported
            case -32602: .badRequest
            default: .upstream
            }
        self.init(
            named ?? meant,
            message: element["message"]?.string ?? "no message",
            code: String(code),
            retryAfterSeconds: element["data"]?["retryAfterSeconds"]?.int.flatMap { $0 >= 0 ? $0 : nil }
        )
    }
}
