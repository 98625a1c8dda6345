import JSON
import Platform

/// A server that is a child process, spoken to over two pipes by one thread that waits in `poll`.
final class ChildServer {
    /// Why it cannot be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: ProcessID
    private let toServer: FileDescriptor
    private let fromServer: FileDescriptor
    private var unsent: [UInt8] = []
    private var isClosing = false
    private var isClosed = false
    private var received = ReceivedFrames()
    /// Whether the server has closed its output.
    private(set) var isOver = false

    /// Starts a command, found as a shell finds it; its stderr is ours.
    init(_ command: [String]) throws(Failure) {
        CurrentProcess.ignoreBrokenPipes()
        var spawn = ProcessSpawn(command[0], arguments: command)
        spawn.searchesPath = true
        // A Ctrl-C ends it together with us.
        spawn.leadsGroup = false
        spawn.errors = .inherited
        do throws(SystemError) {
            let child = try spawn.start()
            guard let input = child.input, let output = child.output else { throw SystemError("pipe") }
            process = child.process
            toServer = input
            fromServer = output
        } catch {
            throw Failure(description: "\(command[0]) cannot be started: \(error.words)")
        }
        toServer.setNonBlocking()
        fromServer.setNonBlocking()
    }

    /// Sends bytes as the server takes them.
    func send(_ bytes: [UInt8]) { unsent += bytes }

    /// Closes the server's input once everything is sent.
    func closeAfterSending() {
        isClosing = true
        closeIfSent()
    }

    /// Waits once for either pipe, and lets pass what will.
    ///
    /// - Returns: false where the time is up.
    func exchange(until deadline: ContinuousClock.Instant) -> Bool {
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { return false }
        var poll = PollSet((unsent.isEmpty ? nil : toServer, .writable), (fromServer, .readable))
        guard poll.wait(atMost: rest) > 0 else { return false }
        if poll.isReady(0) { sendSome() }
        if poll.isReady(1) { receiveSome() }
        return true
    }

    /// The next message that has come.
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
            // It has ended its input; what it has answered still comes.
            unsent = []
        }
        closeIfSent()
    }

    private func receiveSome() {
        do throws(SystemError) {
            guard let bytes = try fromServer.attemptRead(atMost: 65_536) else { return }
            received.append(bytes[...])
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

/// What a server has sent, cut into messages; both framings, told apart at each message.
struct ReceivedFrames {
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    private var bytes: [UInt8] = []
    private var start = 0
    /// The length that a header block has announced which is not over.
    private var announced: Int?
    /// The length of the body that comes next.
    private var length: Int?

    /// Takes more bytes.
    mutating func append(_ more: ArraySlice<UInt8>) {
        if start > 0 { bytes.removeFirst(start) }
        start = 0
        bytes += more
    }

    /// The next message that is complete; what is not JSON is left out.
    mutating func next() -> JSONElement? {
        while let piece = nextPiece() {
            do throws(JSONError) {
                return try JSONDocument(Array(piece), limits: Self.limits).root
            } catch {
                continue
            }
        }
        return nil
    }

    /// A body, or a line that is no header.
    private mutating func nextPiece() -> ArraySlice<UInt8>? {
        while true {
            if let length, bytes.count - start < length { return nil }
            if let length {
                self.length = nil
                defer { start += length }
                return bytes[start..<(start + length)]
            }
            guard let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = bytes[start..<lineFeed]
            start = lineFeed + 1
            if let found = Self.contentLength(line) {
                announced = found
            } else if announced == nil {
                return line
            } else if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) {
                length = announced
                announced = nil
            }
        }
    }

    private static func contentLength(_ line: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: line, as: UTF8.self).lowercased()
        guard text.hasPrefix("content-length:") else { return nil }
        return Int(text.dropFirst(15).filter { !$0.isWhitespace })
    }
}
