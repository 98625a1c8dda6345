import ArgumentParser
import JSON
import Platform

/// Sends the client's messages again, and waits whenever the client may have waited for answers.
struct TracePlayer {
    private let trace: Trace
    private let server: ChildServer
    private let isPaced: Bool
    private let patience: Duration
    private let start = ContinuousClock.now
    /// The number of answers that the trace has for each id up to the current step.
    private var due: [String: Int] = [:]

    /// The answers by id, in the order of arrival.
    private(set) var answers: [String: [JSONElement]] = [:]
    /// The reason why the trace could not be played to its end.
    private(set) var failure: String?

    init(trace: Trace, server: ChildServer, isPaced: Bool, patience: Duration) {
        self.trace = trace
        self.server = server
        self.isPaced = isPaced
        self.patience = patience
    }

    /// Plays the trace, and ends the server.
    mutating func play() {
        for (seconds, step) in trace.steps {
            switch step {
            case .send(let bytes):
                if isPaced { exchange(until: start + .seconds(seconds)) { _ in false } }
                server.send(bytes)
            case .unsendable:
                // The server answered the original message with an error without an id.
                due["null", default: 0] -= 1
            case .receive(let expected):
                for answer in expected { due[answer.id, default: 0] += 1 }
                let wanted = expected.map { ($0.id, due[$0.id] ?? 0) }
                exchange(until: .now + patience) { answers in
                    wanted.allSatisfy { (answers[$0.0]?.count ?? 0) >= $0.1 }
                }
            }
        }
        server.closeAfterSending()
        exchange(until: .now + patience) { _ in false }
        if !server.isOver { failure = "the server did not exit at the end of its input" }
        server.end()
    }

    /// Exchanges bytes until there are enough answers, the server closes its output, or the time is up.
    private mutating func exchange(
        until deadline: ContinuousClock.Instant,
        _ isEnough: ([String: [JSONElement]]) -> Bool
    ) {
        while !isEnough(answers), !server.isOver, server.exchange(until: deadline) {
            while let message = server.nextMessage() {
                for answer in TracedAnswer.all(in: message) { answers[answer.id, default: []].append(answer.content) }
            }
        }
    }
}

/// A server in a child process; one thread serves both of its pipes.
final class ChildServer {
    private let process: ProcessID
    private let toServer: FileDescriptor
    private let fromServer: FileDescriptor
    private var unsent: [UInt8] = []
    private var isClosing = false
    private var isClosed = false
    private var received: ReceivedFrames
    /// Whether the server has closed its output.
    private(set) var isOver = false

    /// Starts a command, found as a shell finds it, that shares our stderr.
    init(_ command: [String], framing: String) throws(CommandError) {
        received = ReceivedFrames(hasHeaders: framing == "header")
        CurrentProcess.ignoreBrokenPipes()
        var spawn = ProcessSpawn(command[0], arguments: command)
        spawn.searchesPath = true
        // Ctrl-C ends it together with this process.
        spawn.leadsGroup = false
        spawn.errors = .inherited
        do throws(SystemError) {
            let child = try spawn.start()
            guard let input = child.input, let output = child.output else { throw SystemError("pipe") }
            process = child.process
            toServer = input
            fromServer = output
        } catch {
            throw CommandError("\(command[0]) cannot start: \(error.words)", .unavailable)
        }
    }

    func send(_ bytes: [UInt8]) { unsent += bytes }

    /// Closes the server's input once everything is sent.
    func closeAfterSending() {
        isClosing = true
        closeIfSent()
    }

    /// Waits for either pipe, then reads and writes once; returns `false` if the time is up.
    func exchange(until deadline: ContinuousClock.Instant) -> Bool {
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { return false }
        var poll = PollSet((unsent.isEmpty ? nil : toServer, .writable), (fromServer, .readable))
        guard poll.wait(atMost: rest) > 0 else { return false }
        if poll.isReady(0) { sendSome() }
        if poll.isReady(1) { receiveSome() }
        return true
    }

    func nextMessage() -> JSONElement? { received.next() }

    /// Ends the process if it still runs, and reaps it.
    func end() {
        if !isOver { process.send(.terminate) }
        for _ in 0..<20 {
            if process.collectIfEnded() != nil { return }
            SystemThread.sleep(for: .milliseconds(50))
        }
        process.send(.kill)
        _ = process.collect()
    }

    private func sendSome() {
        do throws(SystemError) {
            let count = try toServer.attemptWrite(unsent.span.extracting(..<min(unsent.count, 65_536)))
            unsent.removeFirst(count ?? 0)
        } catch {
            // The server has closed its input. Its answers can still be read.
            unsent = []
        }
        closeIfSent()
    }

    private func receiveSome() {
        do throws(SystemError) {
            guard let bytes = try fromServer.attemptRead(atMost: 65_536) else { return }
            received.append(bytes)
            isOver = bytes.isEmpty
        } catch {
            isOver = true
        }
    }

    private func closeIfSent() {
        guard isClosing, unsent.isEmpty, !isClosed else { return }
        toServer.close()
        isClosed = true
    }
}

/// Splits the bytes from a server into messages.
struct ReceivedFrames {
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    /// Whether messages have Content-Length headers; otherwise each is a line.
    let hasHeaders: Bool
    private var bytes: [UInt8] = []

    init(hasHeaders: Bool) { self.hasHeaders = hasHeaders }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Returns the next complete message; skips anything that is not JSON.
    mutating func next() -> JSONElement? {
        while let range = hasHeaders ? nextBody : nextLine {
            let piece = Array(bytes[range])
            bytes.removeFirst(min(bytes.count, range.upperBound + (hasHeaders ? 0 : 1)))
            do throws(JSONError) {
                return try JSONDocument(piece, limits: Self.limits).root
            } catch {
                continue
            }
        }
        return nil
    }

    private var nextLine: Range<Int>? { bytes.firstIndex(of: UInt8(ascii: "\n")).map { 0..<$0 } }

    private var nextBody: Range<Int>? {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased().lines
        let length =
            lines.lazy.filter { $0.hasPrefix(scalars: "content-length:") }
            .compactMap { Int($0.dropFirst(15).filter { !$0.isWhitespace }) }.first ?? 0
        guard length >= 0, length <= bytes.count - head.upperBound else { return nil }
        return head.upperBound..<(head.upperBound + length)
    }
}

struct ReplayTraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-trace",
        abstract: "Play a session recorded by --trace against a server, and report every answer that differs.",
        discussion: """
            Each message is sent once the answers that preceded it in the session have arrived. The server is this \
            program unless a COMMAND is given:

              marquee replay-trace --demo session.ndjson
              marquee replay-trace session.ndjson -- ssh box marquee --demo

            Exits with 0 if all answers are the same, and with 65 if one differs.
            """
    )

    @Flag(help: "Keep the original timing.")
    var paced = false

    @Flag(help: "Also compare durationMs and ageSeconds, which differ from run to run.")
    var strict = false

    @Option(help: "How long to wait for an answer.")
    var patience: TimeSpanOption = .init(duration: .seconds(30))

    @Option(name: .customLong("config"), help: "For the server: the definitions to read.", completion: .file())
    var configurationFile: String?

    @Option(help: "For the server: answer from the recording in this folder.", completion: .directory)
    var replay: String?

    @Flag(help: "For the server: answer from the built-in recording.")
    var demo = false

    @Option(help: "For the server: the time to use as the current time.")
    var now: String?

    @Argument(help: "The recorded session.", completion: .file())
    var file: String

    @Argument(parsing: .postTerminator, help: "The server to play against, and its arguments.")
    var command: [String] = []

    func run() throws {
        let trace = try Trace(file: file)
        let server = try ChildServer(command.isEmpty ? ownCommand(trace) : command, framing: trace.framing)
        var player = TracePlayer(trace: trace, server: server, isPaced: paced, patience: patience.duration)
        player.play()
        let comparison = AnswerComparison(trace: trace, answers: player.answers, isStrict: strict)
        try CommandOutput.print(comparison.text)
        if let failure = player.failure { CommandErrors.write("error: \(failure)") }
        if !comparison.isEqual || player.failure != nil { throw ExitCode.dataError }
    }

    /// The command line of this program as the server, with the framing of the session.
    private func ownCommand(_ trace: Trace) -> [String] {
        // On Linux, this path is the running program even if its file has been replaced.
        let isLinux = FileSystem.isProgram("/proc/self/exe")
        var command = [isLinux ? "/proc/self/exe" : CurrentProcess.arguments[0], "serve", "--framing", trace.framing]
        for (name, value) in [("--config", configurationFile), ("--replay", replay), ("--now", now)] {
            if let value { command += [name, value] }
        }
        return command + (demo ? ["--demo"] : [])
    }
}
