import JSON
import Platform

/// A server in a child process. One thread serves both of its pipes.
final class ChildServer {
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

    /// Starts a command that is found as a shell finds it. It shares our stderr.
    init(_ command: [String]) throws(Failure) {
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
            throw Failure(description: "\(command[0]) cannot start: \(error.words)")
        }
        toServer.setNonBlocking()
        fromServer.setNonBlocking()
    }

    func send(_ bytes: [UInt8]) { unsent += bytes }

    /// Closes the server's input once everything is sent.
    func closeAfterSending() {
        isClosing = true
        closeIfSent()
    }

    /// Waits for either pipe, and then reads and writes once; `false` if the time is up.
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

/// Cuts what a server has sent into messages of either framing.
struct ReceivedFrames {
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    private var bytes: [UInt8] = []
    private var start = 0
    /// The length that the current header block announces.
    private var announced: Int?
    /// The length of the body that follows.
    private var length: Int?

    mutating func append(_ more: ArraySlice<UInt8>) {
        if start > 0 { bytes.removeFirst(start) }
        start = 0
        bytes += more
    }

    /// The next complete message. What is not JSON is skipped.
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

    /// A body, or a line that is not a header.
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
