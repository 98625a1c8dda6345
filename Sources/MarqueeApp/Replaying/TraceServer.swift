import JSON
import JSONRPC

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server that is a child process, spoken to over two pipes by one thread that waits in `poll`.
final class ChildServer {
    /// Why it cannot be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: pid_t
    private var toServer: Int32
    private let fromServer: Int32
    private var unsent: [UInt8] = []
    private var isClosing = false
    private var received = ReceivedFrames()
    /// Whether the server has closed its output.
    private(set) var isOver = false

    /// Starts a command, found as a shell finds it; its stderr is ours.
    init(_ command: [String]) throws(Failure) {
        _ = signal(SIGPIPE, SIG_IGN)
        let input = try Self.pipeEnds()
        let output = try Self.pipeEnds()
        process = try Self.spawn(command, reading: input.read, writing: output.write)
        _ = close(input.read)
        _ = close(output.write)
        toServer = input.write
        fromServer = output.read
        _ = fcntl(toServer, F_SETFL, O_NONBLOCK)
        _ = fcntl(fromServer, F_SETFL, O_NONBLOCK)
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
        var requests = (
            pollfd(fd: unsent.isEmpty ? -1 : toServer, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: fromServer, events: Int16(POLLIN), revents: 0)
        )
        let milliseconds = Int32(clamping: Int(rest / .milliseconds(1)) + 1)
        let count = unsafe withUnsafeMutableBytes(of: &requests) {
            unsafe poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, milliseconds)
        }
        guard count > 0 else { return count < 0 && errno == EINTR }
        if requests.0.revents != 0 { sendSome() }
        if requests.1.revents != 0 { receiveSome() }
        return true
    }

    /// The next message that has come.
    func nextMessage() -> JSONElement? { received.next() }

    /// Ends the process if it still runs, and reaps it.
    func end() {
        if !isOver { _ = kill(process, SIGTERM) }
        var status: Int32 = 0
        for _ in 0..<20 where unsafe waitpid(process, &status, WNOHANG) == 0 { usleep(50_000) }
        _ = kill(process, SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
    }

    private func sendSome() {
        let count = unsafe unsent.withUnsafeBytes { unsafe write(toServer, $0.baseAddress, min($0.count, 65_536)) }
        if count > 0 {
            unsent.removeFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            // It has ended its input; what it has answered still comes.
            unsent = []
        }
        closeIfSent()
    }

    private func receiveSome() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(fromServer, $0.baseAddress, $0.count) }
        if count > 0 {
            received.append(buffer[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            isOver = true
        }
    }

    private func closeIfSent() {
        guard isClosing, unsent.isEmpty, toServer >= 0 else { return }
        _ = close(toServer)
        toServer = -1
    }

    private static func pipeEnds() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw Failure(description: "no descriptors left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(_ command: [String], reading: Int32, writing: Int32) throws(Failure) -> pid_t {
        #if canImport(Glibc)
        var actions = unsafe posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
        }
        var process = pid_t()
        let failure = unsafe posix_spawnp(&process, command[0], &actions, nil, &words, environ)
        guard failure == 0 else {
            let reason = unsafe strerror(failure).map { unsafe String(cString: $0) } ?? "error \(failure)"
            throw Failure(description: "\(command[0]) cannot be started: \(reason)")
        }
        return process
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
