import Platform

/// How text is set off for a person: on a terminal that can, and not where `NO_COLOR` or `TERM=dumb` says otherwise.
struct TerminalStyle: Sendable {
    /// The columns that a line may take; `nil` where no terminal shows it.
    var columns: Int?
    var isColoured = false
    /// Whether it is a terminal that obeys more than line ends.
    private(set) var isCapable = false

    /// Text in a pipe or a file.
    static let plain = TerminalStyle(columns: nil)

    /// The style of standard output as it is.
    static var output: TerminalStyle { TerminalStyle(of: .standardOutput, in: .current) }

    /// The style of standard error as it is.
    static var errors: TerminalStyle { TerminalStyle(of: .standardError, in: .current) }

    init(columns: Int?, isColoured: Bool = false) {
        self.columns = columns
        self.isColoured = isColoured
    }

    private init(of stream: FileDescriptor, in environment: SystemEnvironment) {
        let wanted = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        columns = stream.isTerminal ? wanted ?? stream.terminalColumns ?? 80 : wanted
        // A terminal that does not say what it is may understand nothing.
        isCapable = stream.isTerminal && !["", "dumb"].contains(environment.variable("TERM") ?? "")
        isColoured = isCapable && (environment.variable("NO_COLOR") ?? "").isEmpty
    }

    enum Role: Int {
        case heading = 1
        case minor = 2
        case bad = 31
        case good = 32
        case doubtful = 33
    }

    func callAsFunction(_ text: String, _ role: Role) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// As ``escapedForTerminal``, except for the marks of ``TerminalStyle``.
    var escapedBesidesStyle: String {
        var escaped = ""
        var rest = self[...]
        while let mark = rest.firstMatch(of: /\u{1B}\[[0-9]{1,2}m/) {
            escaped += String(rest[..<mark.range.lowerBound]).escapedForTerminal + mark.output
            rest = rest[mark.range.upperBound...]
        }
        return escaped + String(rest).escapedForTerminal
    }

    /// The text in lines of at most `limit` columns, broken at blanks; a word that is longer is broken where it must.
    func wrapped(toColumns limit: Int) -> [String] {
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
