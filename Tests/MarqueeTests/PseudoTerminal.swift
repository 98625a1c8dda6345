import MarqueeTestKit
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal without a screen, in the default mode but without echo, seen from the keyboard's side.
final class PseudoTerminal: Sendable {
    /// The path that a program opens as its terminal.
    let path: String
    private let keyboard: Int32
    /// Keeps the terminal's settings while no other process has it open.
    private let held: Int32

    /// Creates a terminal with this number of columns, or one that does not report its width.
    init(columns: Int? = nil) throws(SystemError) {
        (keyboard, path) = try Self.openKeyboard()
        _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
        held = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var settings = termios()
        guard held >= 0, tcgetattr(held, &settings) == 0 else { throw SystemError("tcgetattr") }
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_oflag &= ~tcflag_t(OPOST)
        guard tcsetattr(held, TCSANOW, &settings) == 0 else { throw SystemError("tcsetattr") }
        guard let columns else { return }
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(held, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError("TIOCSWINSZ") }
    }

    /// Opens the keyboard's side, and returns it with the path of the other side.
    private static func openKeyboard() throws(SystemError) -> (Int32, String) {
        #if canImport(Glibc)
        // glibc's modules lack posix_openpt; these are TIOCSPTLCK and TIOCGPTN.
        let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: Int32 = 0
        var number: Int32 = -1
        guard keyboard >= 0, ioctl(keyboard, 0x4004_5431, &isLocked) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0
        else { throw SystemError("open /dev/ptmx") }
        return (keyboard, "/dev/pts/\(number)")
        #else
        let keyboard = posix_openpt(O_RDWR | O_NOCTTY)
        guard keyboard >= 0, grantpt(keyboard) == 0, unlockpt(keyboard) == 0, let name = ptsname(keyboard) else {
            throw SystemError("posix_openpt")
        }
        return (keyboard, String(cString: name))
        #endif
    }

    deinit {
        _ = close(held)
        _ = close(keyboard)
    }

    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { sendBytes(keyboard, $0) }
    }

    /// Runs a program with this terminal as its output, its errors, or both, and returns what appeared on the terminal.
    ///
    /// When the program writes the question of `reply`, the terminal answers once.
    func screen(
        of plan: ProcessPlan,
        input: String = "",
        reply: (question: String, answer: String)? = nil
    ) async throws -> (text: String, status: MarqueeTestKit.ExitStatus) {
        let screen = try TerminalScreen(of: keyboard, reply: reply)
        return try await RunningProcess.withProcess(plan) { process in
            process.write(input)
            process.closeInput()
            let status = try await process.waitForExit()
            return (await screen.finished(), status)
        }
    }

    /// Types a text and returns the line that appears.
    func talk(_ text: String) async -> String {
        write(text)
        return await withCheckedContinuation { [keyboard] continuation in
            do {
                try SystemThread.start { continuation.resume(returning: line(from: keyboard)) }
            } catch {
                continuation.resume(returning: "")
            }
        }
    }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// Reads up to the end of a line, or until nothing has come for 30 seconds.
private func line(from descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while line.last != 0x0A, poll(&entry, 1, 30_000) > 0, read(descriptor, &byte, 1) == 1 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
}

/// The output on a terminal while a program runs, read by a thread so that no output fills the buffer.
private final class TerminalScreen: Sendable {
    private struct State {
        var hasEnded = false
        var text: String?
    }

    private let state = Observed(State())

    init(of keyboard: Int32, reply: (question: String, answer: String)?) throws(SystemError) {
        try SystemThread.start { [state] in
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 14)
            var question = reply.map { Array($0.question.utf8) }
            while true {
                // Check this before reading: everything written before the program's end is readable by then.
                let hasEnded = state.current.hasEnded
                var entry = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, hasEnded ? 0 : 10) > 0 else {
                    if hasEnded { break }
                    continue
                }
                let count = read(keyboard, &chunk, chunk.count)
                guard count > 0 else { break }
                bytes += chunk[..<count]
                if let asked = question, let reply, bytes.contains(asked) {
                    question = nil
                    _ = Array(reply.answer.utf8).withUnsafeBytes { sendBytes(keyboard, $0) }
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            state.update { $0.text = text }
        }
    }

    /// Returns everything that has appeared, after the program has ended.
    func finished() async -> String {
        state.update { $0.hasEnded = true }
        return await state.wait(upTo: .seconds(120)) { $0.text } ?? ""
    }
}
