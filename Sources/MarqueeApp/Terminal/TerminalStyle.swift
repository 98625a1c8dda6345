import MovieDomain
import Platform

/// The style of text for people: highlighted on capable terminals.
///
/// `NO_COLOR` or `CLICOLOR=0` turns colors off, and `CLICOLOR_FORCE` turns them on everywhere.
struct TerminalStyle: Sendable {
    /// The maximum number of columns in a line; `nil` for no limit.
    var columns: Int?
    var isColored = false
    /// Whether the output is a terminal that obeys more than line ends.
    private(set) var isCapable = false
    /// Whether times are those of the local time zone; otherwise they are as in JSON.
    var showsLocalTime = false

    /// Text in a pipe or a file.
    static let plain = TerminalStyle(columns: nil)

    /// The style of the current standard output.
    static var output: TerminalStyle { TerminalStyle(of: .standardOutput, in: .current) }

    /// The style of the current standard error.
    static var errors: TerminalStyle { TerminalStyle(of: .standardError, in: .current) }

    init(columns: Int?, isColored: Bool = false) {
        self.columns = columns
        self.isColored = isColored
    }

    private init(of stream: FileDescriptor, in environment: SystemEnvironment) {
        let wanted = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        columns = stream.isTerminal ? wanted ?? stream.terminalColumns ?? 80 : wanted
        // A terminal without a known type may understand no escape sequences.
        isCapable = stream.isTerminal && !["", "dumb"].contains(environment.variable("TERM") ?? "")
        isColored = Self.wantsColor(environment) ?? isCapable
        showsLocalTime = stream.isTerminal
    }

    /// What the environment says about colors; `nil` if it says nothing.
    private static func wantsColor(_ environment: SystemEnvironment) -> Bool? {
        if !(environment.variable("NO_COLOR") ?? "").isEmpty { return false }
        if !["", "0"].contains(environment.variable("CLICOLOR_FORCE") ?? "") { return true }
        return environment.variable("CLICOLOR") == "0" ? false : nil
    }

    /// Returns a time of an answer as the reader's clock shows it.
    func time(_ moment: Timestamp) -> String {
        guard showsLocalTime else { return moment.description }
        return UTCTime(microseconds: moment.secondsSinceEpoch * 1_000_000).localText ?? moment.description
    }

    enum Role: Int {
        case heading = 1
        case minor = 2
        case bad = 31
        case good = 32
        case doubtful = 33
    }

    func callAsFunction(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text as in ``escapedForTerminal``, but with the marks of ``TerminalStyle``.
    var escapedBesidesStyle: String {
        var escaped = ""
        var rest = self[...]
        while let mark = rest.firstMatch(of: /\u{1B}\[[0-9]{1,2}m/.matchingSemantics(.unicodeScalar)) {
            escaped += String(rest[..<mark.range.lowerBound]).escapedForTerminal + mark.output
            rest = rest[mark.range.upperBound...]
        }
        return escaped + String(rest).escapedForTerminal
    }

    /// Breaks a line at blanks if it is longer than `limit` columns, and indents all lines but the first.
    ///
    /// A command at its end stays on one line, so that it can be copied, and so does a path.
    func wrappedLine(toColumns limit: Int?) -> [String] {
        guard let limit, terminalColumns > limit else { return [self] }
        let end = beginningOfCommand ?? endIndex
        let indent = String(prefix { $0 == " " })
        let text = String(self[..<end]).wrapped(toColumns: max(20, limit - 2 - indent.count), breaksPaths: false)
        let lines = text + (end < endIndex ? [String(self[end...])] : [])
        return lines.prefix(1).map { indent + $0 } + lines.dropFirst().map { indent + "  " + $0 }
    }

    /// Where the command begins that is the end of a message; `nil` if it has none.
    private var beginningOfCommand: Index? {
        if let mark = firstRange(scalars: "run: ") { return mark.upperBound }
        guard let mark = firstRange(scalars: ": marquee "), !self[mark.upperBound...].contains(scalars: "; ") else {
            return nil
        }
        return index(mark.lowerBound, offsetBy: 2)
    }

    /// Breaks the text at blanks into lines of at most `limit` columns; a word that is too long is broken anywhere, except
    /// that one of ASCII alone stays whole if it is asked for.
    func wrapped(toColumns limit: Int, breaksPaths: Bool = true) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ").map(String.init) {
            let needed = line.isEmpty ? word.terminalColumns : line.terminalColumns + 1 + word.terminalColumns
            if needed <= limit {
                line += line.isEmpty ? word : " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            if !breaksPaths, word.utf8.allSatisfy({ $0 < 0x80 }) {
                line = word
                continue
            }
            for character in word {
                if (line + String(character)).terminalColumns > max(2, limit) {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
