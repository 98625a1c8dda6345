#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard input and output, reserved for the wire.
package enum StandardStreams {
    /// Reserves descriptors 0 and 1 for the wire, so that nothing else in the process can use it.
    ///
    /// Returns private copies that no child inherits. Afterwards, descriptor 0 is `/dev/null`, descriptor 1 leads to
    /// standard error (a stray `print` is written there), and SIGPIPE is ignored. Works for pipes, files, terminals,
    /// sockets, and `/dev/null`.
    ///
    /// - Throws: ``StandardStreamsError`` if a stream is closed or the process has no descriptors left.
    package static func takeOver() throws(StandardStreamsError) -> (input: FileDescriptor, output: FileDescriptor) {
        CurrentProcess.ignoreBrokenPipes()
        try openIfClosed(STDERR_FILENO)
        let input = try privateCopy(of: STDIN_FILENO, name: "standard input")
        let output = try privateCopy(of: STDOUT_FILENO, name: "standard output")
        let null = try openNull()
        defer { _ = close(null) }
        try replace(STDIN_FILENO, with: null, name: "standard input")
        try replace(STDOUT_FILENO, with: STDERR_FILENO, name: "standard output")
        return (FileDescriptor(input), FileDescriptor(output))
    }

    private static func privateCopy(of number: Int32, name: String) throws(StandardStreamsError) -> Int32 {
        let closed = StandardStreamsError(
            description: "\(name) is closed: the client speaks over it, so start with it open"
        )
        guard !isOfRuntime(number) else { throw closed }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard copy >= 0 else {
            if errno == EBADF { throw closed }
            throw failure("cannot copy \(name)")
        }
        return copy
    }

    /// Returns whether a number that was free at the start now belongs to a descriptor of the runtime, such as its
    /// event queue, which has no file type at all.
    private static func isOfRuntime(_ number: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == 0
    }

    private static func replace(_ number: Int32, with other: Int32, name: String) throws(StandardStreamsError) {
        while dup2(other, number) < 0 {
            guard errno == EINTR || errno == EBUSY else { throw failure("cannot replace \(name)") }
        }
    }

    /// Opens `/dev/null` as standard error if that is closed; otherwise, the next opened file would become it.
    private static func openIfClosed(_ number: Int32) throws(StandardStreamsError) {
        guard fcntl(number, F_GETFD) < 0, errno == EBADF else { return }
        let null = try openNull()
        guard null != number else { return }
        try replace(number, with: null, name: "standard error")
        _ = close(null)
    }

    private static func openNull() throws(StandardStreamsError) -> Int32 {
        // Use a number above 2, so that a closed standard stream stays closed and is reported.
        let lowest = unsafe open("/dev/null", O_RDWR)
        guard lowest >= 0 else { throw failure("cannot open /dev/null") }
        guard lowest <= STDERR_FILENO else { return lowest }
        let null = fcntl(lowest, F_DUPFD, STDERR_FILENO + 1)
        _ = close(lowest)
        guard null >= 0 else { throw failure("cannot open /dev/null") }
        return null
    }

    private static func failure(_ what: String) -> StandardStreamsError {
        StandardStreamsError(description: "\(SystemError(what))")
    }
}

package struct StandardStreamsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the stream and the reason of the system.
    package let description: String
}

extension FileDescriptor {
    /// Whether the descriptor is a terminal.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// The width of a terminal, or `nil` if this is not a terminal or the width is unknown.
    package var terminalColumns: Int? { terminalWindow?.columns }

    /// The size of a terminal in cells and in pixels, or `nil` if this is not a terminal; unknown parts are `nil`.
    package var terminalWindow: (columns: Int?, rows: Int?, width: Int?, height: Int?)? {
        var size = winsize()
        guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        let known = { (length: UInt16) in length > 0 ? Int(length) : nil }
        return (known(size.ws_col), known(size.ws_row), known(size.ws_xpixel), known(size.ws_ypixel))
    }
}

/// A question to the terminal at both ends of the process, which answers as if the answer were typed.
package enum TerminalQuestion {
    /// Sends a question and reads until the answer is whole, or the time is up; empty where it cannot be asked.
    ///
    /// It is asked only where input and output are terminals and the process is the one in front, so that the answer reaches
    /// this process, and not the shell. Meanwhile nothing typed is shown.
    package static func answer(to question: String, within limit: Duration, isWhole: ([UInt8]) -> Bool) -> [UInt8] {
        let (input, output) = (FileDescriptor.standardInput, FileDescriptor.standardOutput)
        var usual = termios()
        guard input.isTerminal, output.isTerminal, isInFront(of: input), unsafe tcgetattr(input.number, &usual) == 0
        else { return [] }
        var quiet = usual
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard unsafe tcsetattr(input.number, TCSANOW, &quiet) == 0 else { return [] }
        defer { unsafe _ = tcsetattr(input.number, TCSANOW, &usual) }
        let end = ContinuousClock.now + limit
        var answer: [UInt8] = []
        do {
            try output.writeAll(Array(question.utf8).span)
            while !isWhole(answer), answer.count < 4_096 {
                var poll = PollSet((input, .readable))
                guard ContinuousClock.now < end, poll.wait(atMost: end - .now) > 0 else { break }
                let more = try input.read(atMost: 256)
                if more.isEmpty { break }
                answer += more
            }
        } catch {
            return []
        }
        return answer
    }

    /// What was typed where nothing is shown.
    package enum HiddenLine: Equatable, Sendable {
        case line([UInt8])
        /// Ctrl-D ended it, or there is no terminal.
        case ended
        /// Ctrl-C ended it.
        case interrupted
    }

    /// Reads a line from a terminal, without showing what is typed.
    ///
    /// `ask` writes the question once nothing is shown any more, so that an answer that comes at once is read.
    package static func hiddenLine(_ ask: () -> Void) -> HiddenLine {
        let input = FileDescriptor.standardInput
        var usual = termios()
        guard input.isTerminal, isInFront(of: input), unsafe tcgetattr(input.number, &usual) == 0 else { return .ended }
        var hidden = usual
        hidden.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard unsafe tcsetattr(input.number, TCSAFLUSH, &hidden) == 0 else { return .ended }
        defer { unsafe _ = tcsetattr(input.number, TCSANOW, &usual) }
        ask()
        var line: [UInt8] = []
        do {
            while let byte = try input.read(atMost: 1).first {
                switch byte {
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .line(line)
                case 0x03: return .interrupted
                case 0x04: return .ended
                case 0x08, 0x7F: _ = line.popLast()
                case 0x15: line = []
                default: line.append(byte)
                }
            }
        } catch {
            return .ended
        }
        return .ended
    }

    /// A process behind would be stopped by what it asks; where the terminal leads no session, it stops none.
    private static func isInFront(of terminal: FileDescriptor) -> Bool {
        let group = tcgetpgrp(terminal.number)
        return group < 0 || group == getpgrp()
    }
}
