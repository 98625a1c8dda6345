import MarqueeTestKit
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal without a screen, in the usual mode but without echo, seen from where the keyboard is.
final class PseudoTerminal: Sendable {
    /// What a program opens as its terminal.
    let path: String
    private let keyboard: Int32
    /// Keeps the settings while no other process has the terminal open.
    private let held: Int32

    /// A terminal of this number of columns, or one that does not say how wide it is.
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

    /// The keyboard's side, and where the other one is.
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

    /// Types a text.
    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { sendBytes(keyboard, $0) }
    }

    /// Runs the program with this terminal as its output, its errors or both, and gives what appeared on it.
    func screen(
        of plan: ProcessPlan,
        input: String = ""
    ) async throws -> (text: String, status: MarqueeTestKit.ExitStatus) {
        try await RunningProcess.withProcess(plan) { process in
            process.write(input)
            process.closeInput()
            let status = try await process.waitForExit(upTo: .seconds(120))
            return (String(decoding: shown(on: keyboard), as: UTF8.self), status)
        }
    }

    /// Types a text and gives the line that comes back.
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

/// Reads up to a line's end, or until nothing has come for a long time.
private func line(from descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while line.last != 0x0A, poll(&entry, 1, 30_000) > 0, read(descriptor, &byte, 1) == 1 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
}

/// Reads what is there, without waiting.
private func shown(on descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0, read(descriptor, &byte, 1) == 1 { bytes.append(byte) }
    return bytes
}
