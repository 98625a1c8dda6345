import ArgumentParser
import MovieDomain
import Platform
import Synchronization

/// Standard output, for the results of commands; on a terminal, control characters are escaped.
enum CommandOutput {
    static let isTerminal = FileDescriptor.standardOutput.isTerminal

    private static let hasFailure = Atomic(false)

    /// Whether something could not be written although there may be a reader.
    static var hasFailed: Bool { hasFailure.load(ordering: .relaxed) }

    /// Writes a line, for commands whose exit code says something else than whether the output is closed.
    static func write(_ text: String) {
        _ = writes(Array((text + "\n").utf8))
    }

    /// Writes a line; throws `ExitCode.inputOutput` if the output is closed, as the functions below do.
    static func print(_ text: String) throws(ExitCode) { try print(bytes: Array((text + "\n").utf8)) }

    /// Writes a line that has marks of ``TerminalStyle``.
    static func print(styled text: String) throws(ExitCode) {
        try print(control: isTerminal ? text.escapedBesidesStyle : text)
    }

    /// Writes a line with control sequences, which must not contain text from outside.
    static func print(control text: String) throws(ExitCode) {
        guard writesControl(Array((text + "\n").utf8)) else { throw .inputOutput }
    }

    /// Writes lines of cells, which keep their tabs and line ends on a terminal, too.
    static func print(cells text: String) throws(ExitCode) {
        guard writesControl(Array((isTerminal ? text.escapedInCells : text).utf8)) else { throw .inputOutput }
    }

    static func print(bytes: [UInt8]) throws(ExitCode) {
        guard writes(bytes) else { throw .inputOutput }
    }

    /// Writes bytes; returns whether the output takes them.
    static func writes(_ bytes: [UInt8]) -> Bool {
        writesControl(isTerminal ? Array(String(decoding: bytes, as: UTF8.self).escapedForTerminal.utf8) : bytes)
    }

    /// Writes bytes, and says once why that is impossible, unless the reader has gone: it knows, as with `head`.
    private static func writesControl(_ bytes: [UInt8]) -> Bool {
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(bytes.span)
            return true
        } catch {
            if !error.isBrokenPipe, !hasFailure.exchange(true, ordering: .relaxed) {
                CommandErrors.write("error: standard output cannot be written: \(error.words)")
            }
            return false
        }
    }
}

/// Standard error, for messages, which are always escaped because a terminal shows them sooner or later.
enum CommandErrors {
    static let isTerminal = FileDescriptor.standardError.isTerminal

    /// Writes lines, which are wrapped to the width of a terminal.
    static func write(_ text: String) {
        let columns = isTerminal ? TerminalStyle.errors.columns : nil
        let lines = text.escapedForTerminal.split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
        let wrapped = lines.flatMap { $0.wrappedLine(toColumns: columns) }
        _ = FileDescriptor.standardError.writes(Array((wrapped.joined(separator: "\n") + "\n").utf8))
    }

    /// Writes a question, which is answered on the same line.
    static func ask(_ question: String) {
        _ = FileDescriptor.standardError.writes(Array((question.escapedForTerminal + " ").utf8))
    }

    /// Replaces the last line with this text, if standard error is a terminal that can.
    static func showProgress(_ text: String) {
        guard TerminalStyle.errors.isCapable else { return }
        _ = FileDescriptor.standardError.writes(Array("\r\u{1B}[K\(text)".utf8))
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
    /// The text with line ends and control characters replaced, for a cell or a line of its own.
    var printable: String { replacingControls { _ in "\u{FFFD}" } }

    /// The text on one line, with control characters replaced.
    var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ").printable }

    /// The text with its line ends, and all other control characters as JSON escapes, which leaves JSON the same.
    var escapedForTerminal: String {
        replacingControls { scalar in
            if scalar == "\n" { return "\n" }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// The text as in ``escapedForTerminal``, but with the tabs between cells, and line ends as terminals have them.
    var escapedInCells: String {
        replacing(scalars: "\r\n", with: "\n").split(scalar: "\t", omittingEmptySubsequences: false)
            .map { String($0).escapedForTerminal }.joined(separator: "\t")
    }

    private func replacingControls(with replacement: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var replaced = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isControl {
                replaced.append(contentsOf: replacement(scalar).unicodeScalars)
            } else {
                replaced.append(scalar)
            }
        }
        return String(replaced)
    }
}
