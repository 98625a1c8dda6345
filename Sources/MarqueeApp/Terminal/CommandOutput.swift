import Platform

/// Standard output, for the results of commands; on a terminal, what the terminal would obey is escaped.
enum CommandOutput {
    static let isTerminal = FileDescriptor.standardOutput.isTerminal

    /// Writes a line; `false` if the output is closed.
    @discardableResult
    static func write(_ text: String) -> Bool {
        write(bytes: Array((text + "\n").utf8))
    }

    /// Writes a line that the terminal is to obey, which must hold no text from outside.
    static func write(control text: String) -> Bool {
        FileDescriptor.standardOutput.writes(Array((text + "\n").utf8))
    }

    static func write(bytes: [UInt8]) -> Bool {
        let bytes = isTerminal ? Array(String(decoding: bytes, as: UTF8.self).escapedForTerminal.utf8) : bytes
        return FileDescriptor.standardOutput.writes(bytes)
    }
}

/// Standard error, for messages, which are shown on a terminal sooner or later: they are always escaped.
enum CommandErrors {
    static let isTerminal = FileDescriptor.standardError.isTerminal

    static func write(_ text: String) {
        _ = FileDescriptor.standardError.writes(Array((text.escapedForTerminal + "\n").utf8))
    }

    /// Asks a question, which is answered on the same line.
    static func ask(_ question: String) {
        _ = FileDescriptor.standardError.writes(Array((question.escapedForTerminal + " ").utf8))
    }

    /// Replaces the last line on a terminal with this text.
    static func showProgress(_ text: String) {
        if isTerminal { _ = FileDescriptor.standardError.writes(Array("\r\u{1B}[K\(text)".utf8)) }
    }
}

extension FileDescriptor {
    fileprivate func writes(_ bytes: [UInt8]) -> Bool {
        do {
            try writeAll(bytes.span)
            return true
        } catch {
            return false
        }
    }
}

extension String {
    /// The text without line ends and controls, which are replaced: for a cell or a line of its own.
    var printable: String { replacingControls { _ in "\u{FFFD}" } }

    /// The text with its line ends, and with every other control as a JSON escape, so that JSON stays the same JSON.
    var escapedForTerminal: String {
        replacingControls { scalar in
            if scalar == "\n" { return "\n" }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    private func replacingControls(with replacement: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
        var replaced = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isTerminalControl {
                replaced.append(contentsOf: replacement(scalar).unicodeScalars)
            } else {
                replaced.append(scalar)
            }
        }
        return String(replaced)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal obeys it or reorders text because of it: C0 and C1 controls, separators of lines and paragraphs,
    /// and the marks that change the direction of text.
    fileprivate var isTerminalControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
