import Synchronization

@testable import JSONRPC

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server behind two real pipes, and the client's ends of them.
///
/// Blocking calls are made on plain threads, since the tests' own tasks share few threads with the server's.
final class Wire: Sendable {
    let server: RPCServer
    /// The client's ends.
    let toServer: Int32
    let fromServer: Int32
    private let serverInput: Int32
    private let serverOutput: Int32
    private let sentCount = Mutex(0)
    private let isServerInputOpen = Mutex(true)
    private let isInputOpen = Mutex(true)
    private let isOutputOpen = Mutex(true)

    init(_ handler: some RPCHandler, configure: (inout RPCServerConfiguration) -> Void = { _ in }) throws {
        _ = signal(SIGPIPE, SIG_IGN)
        var configuration = RPCServerConfiguration()
        configure(&configuration)
        (serverInput, toServer) = try Self.pipeEnds()
        (fromServer, serverOutput) = try Self.pipeEnds()
        server = RPCServer(input: serverInput, output: serverOutput, handler: handler, configuration: configuration)
    }

    deinit {
        closeInput()
        closeOutput()
        closeServerInput()
    }

    /// How many bytes the client has got rid of.
    var sentBytes: Int { sentCount.withLock { $0 } }

    /// Frees a client that still writes to a server which has left.
    func closeServerInput() {
        isServerInputOpen.withLock { isOpen in
            if isOpen { _ = close(serverInput) }
            isOpen = false
        }
    }

    struct PipeFailure: Error {}

    private static func pipeEnds() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw PipeFailure() }
        return (ends[0], ends[1])
    }

    /// Runs the session to its end and closes the server's end of the output.
    func serve() async -> RPCEnding {
        let ending = await server.serve()
        _ = close(serverOutput)
        return ending
    }

    /// The client sends no more.
    func closeInput() {
        isInputOpen.withLock { isOpen in
            if isOpen { _ = close(toServer) }
            isOpen = false
        }
    }

    /// The client reads no more.
    func closeOutput() {
        isOutputOpen.withLock { isOpen in
            if isOpen { _ = close(fromServer) }
            isOpen = false
        }
    }

    /// Writes pieces one after the other, waiting for room; gives the number of bytes that went out.
    @discardableResult
    func send(_ pieces: [[UInt8]], thenClose: Bool = false) async -> Int {
        await onPlainThread { [toServer] in
            var sent = 0
            for piece in pieces {
                var start = 0
                while start < piece.count {
                    let count = piece[start...].withUnsafeBytes {
                        write(toServer, $0.baseAddress, min($0.count, 4_096))
                    }
                    guard count > 0 else { return sent }
                    start += count
                    sent += count
                    self.sentCount.withLock { $0 += count }
                }
            }
            if thenClose { self.closeInput() }
            return sent
        }
    }

    /// Sends messages in the given framing.
    func send(_ bodies: String..., framing: RPCFraming = .line, thenClose: Bool = false) async {
        await send([framing.stream(bodies)], thenClose: thenClose)
    }

    /// Reads everything up to the end of the output.
    ///
    /// - Parameter pace: called between reads; gives how many bytes to read at most.
    /// - Returns: the bytes.
    func receiveAll(pace: @escaping @Sendable () -> Int = { 65_536 }) async -> [UInt8] {
        await onPlainThread { [fromServer] in
            var all: [UInt8] = []
            while true {
                let piece = Self.readOnce(fromServer, atMost: pace())
                if piece.isEmpty { return all }
                all += piece
            }
        }
    }

    /// Reads lines until so many have come or the output ends.
    func receiveLines(_ count: Int) async -> [String] {
        await onPlainThread { [fromServer] in
            var all: [UInt8] = []
            var lineFeeds = 0
            while lineFeeds < count {
                let piece = Self.readOnce(fromServer, atMost: 65_536)
                if piece.isEmpty { break }
                all += piece
                lineFeeds += piece.count { $0 == 0x0A }
            }
            return all.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func readOnce(_ descriptor: Int32, atMost: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: atMost) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, atMost))
        }
    }
}

/// Runs something that blocks on a thread of its own.
func onPlainThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let failure = PlainThread.start { continuation.resume(returning: body()) }
        precondition(failure == 0, "no thread")
    }
}

/// What a whole session came to.
struct Exchange: Sendable {
    let output: [UInt8]
    let ending: RPCEnding

    /// The lines of the output.
    var lines: [String] { output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } }
    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Sends pieces, closes the input, and gives all that came back.
func exchange(
    _ pieces: [[UInt8]],
    with handler: some RPCHandler = SampleMethods(),
    configure: (inout RPCServerConfiguration) -> Void = { _ in }
) async throws -> Exchange {
    let wire = try Wire(handler, configure: configure)
    async let output = wire.receiveAll()
    async let sent = wire.send(pieces, thenClose: true)
    let ending = await wire.serve()
    _ = await sent
    return Exchange(output: await output, ending: ending)
}
