import JSON
import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The built program as its users start it.
enum Program {
    /// Runs it to its end with these lines on its input.
    static func run(
        _ arguments: [String],
        lines: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> ProcessOutcome {
        try await run(arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8), environment: environment)
    }

    static func run(
        _ arguments: [String],
        input: [UInt8],
        environment: [String: String] = [:]
    ) async throws -> ProcessOutcome {
        try await ProcessOutcome.of(try plan(arguments, environment: environment), input: input)
    }

    /// Asks each question and gives the answers by their ids.
    static func answers(
        _ arguments: [String],
        _ requests: [String],
        environment: [String: String] = [:]
    ) async throws -> [Int: JSONElement] {
        let outcome = try await run(arguments, lines: requests, environment: environment)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        var answers: [Int: JSONElement] = [:]
        for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
            let answer = try JSONDocument(Array(line)).root
            answers[try #require(answer["id"]?.int)] = answer
        }
        return answers
    }

    /// One call and its result.
    static func result(
        _ arguments: [String],
        _ method: String,
        _ params: String = "{}",
        environment: [String: String] = [:]
    ) async throws -> JSONElement {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        let answer = try #require(try await answers(arguments, [request], environment: environment)[1])
        return try #require(answer["result"], "\(answer)")
    }

    static func plan(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessPlan {
        let binary = try #require(ProjectFiles.builtProduct(), "the program is not built beside the tests")
        return ProcessPlan(binary, arguments, environment: environment)
    }
}

/// Messages of tests that talk to the program while it runs.
enum Talk {
    static let ping = request(1, "ping")
    static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    static let shutdown = request(8, "shutdown")

    /// A request as one line, without its end.
    static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    static func initialize(processID: String = "null", more: String = "") -> String {
        request(0, "initialize", #"{"processId":\#(processID),"capabilities":{}\#(more)}"#)
    }

    static func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
}

extension RunningProcess {
    /// Sends lines.
    func send(_ lines: String...) { write(lines.map { $0 + "\n" }.joined()) }

    /// The next line is this one.
    func expectLine(_ expected: String) async throws {
        let line = try await readLine(upTo: .seconds(120))
        #expect(line == expected)
    }

    /// The end is this one.
    func expectExit(_ expected: MarqueeTestKit.ExitStatus) async throws {
        let status = try await waitForExit(upTo: .seconds(120))
        #expect(status == expected)
    }
}

/// A terminal without a screen, in the usual mode but without echo, seen from where the keyboard is.
final class PseudoTerminal: Sendable {
    /// What a program opens as its terminal.
    let path: String
    private let keyboard: Int32
    /// Keeps the settings while nobody else has the terminal open.
    private let held: Int32

    init() throws(SystemError) {
        (keyboard, path) = try Self.openKeyboard()
        _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
        held = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var settings = termios()
        guard held >= 0, tcgetattr(held, &settings) == 0 else { throw SystemError("tcgetattr") }
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_oflag &= ~tcflag_t(OPOST)
        guard tcsetattr(held, TCSANOW, &settings) == 0 else { throw SystemError("tcsetattr") }
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
