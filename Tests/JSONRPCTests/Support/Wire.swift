import Platform
import Synchronization
import Testing

@testable import JSONRPC

/// A server behind two real pipes, and the client's ends of the pipes.
///
/// Blocking calls run on plain threads because the tasks of the tests share few threads with those of the server.
final class Wire: Sendable {
    let server: RPCServer
    /// The client's ends of the pipes.
    private let toServer: FileDescriptor
    private let fromServer: FileDescriptor
    private let serverInput: FileDescriptor
    private let serverOutput: FileDescriptor
    private let sentCount = Mutex(0)
    private let isServerInputOpen = Mutex(true)
    private let isInputOpen = Mutex(true)
    private let isOutputOpen = Mutex(true)

    init(_ handler: some RPCHandler, configure: (inout RPCServerConfiguration) -> Void = { _ in }) throws {
        CurrentProcess.ignoreBrokenPipes()
        var configuration = RPCServerConfiguration()
        // A busy machine may take minutes to answer what is left at the end of the input.
        configuration.endOfInputDrain = .seconds(600)
        configure(&configuration)
        let (input, output) = (try Pipe(), try Pipe())
        (serverInput, toServer) = (input.readEnd, input.writeEnd)
        (fromServer, serverOutput) = (output.readEnd, output.writeEnd)
        server = RPCServer(input: serverInput, output: serverOutput, handler: handler, configuration: configuration)
    }

    deinit {
        closeInput()
        closeOutput()
        closeServerInput()
    }

    /// The number of bytes that the client has written.
    var sentBytes: Int { sentCount.withLock { $0 } }

    /// Unblocks a client that still writes after the server has ended.
    func closeServerInput() {
        isServerInputOpen.withLock { isOpen in
            if isOpen { serverInput.close() }
            isOpen = false
        }
    }

    /// Runs the session to its end and closes the server's end of the output.
    func serve() async -> RPCEnding {
        let ending = await server.serve()
        serverOutput.close()
        return ending
    }

    /// Closes the client's end of the server's input.
    func closeInput() {
        isInputOpen.withLock { isOpen in
            if isOpen { toServer.close() }
            isOpen = false
        }
    }

    /// Closes the client's end of the server's output.
    func closeOutput() {
        isOutputOpen.withLock { isOpen in
            if isOpen { fromServer.close() }
            isOpen = false
        }
    }

    /// Writes the pieces in order, waiting for room, and returns the number of bytes written.
    @discardableResult
    func send(_ pieces: [[UInt8]], thenClose: Bool = false) async -> Int {
        await onPlainThread { [toServer] in
            var sent = 0
            for piece in pieces {
                var start = 0
                while start < piece.count {
                    let end = min(start + 4_096, piece.count)
                    let count: Int
                    do {
                        count = try toServer.write(piece.span.extracting(start..<end))
                    } catch {
                        return sent
                    }
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
    /// - Parameter pace: called before each read; returns the maximum number of bytes to read.
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

    /// Reads lines until enough have come or the output ends; returns them without reasons.
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
            return all.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self).withoutReason }
        }
    }

    /// Returns the available bytes, at most `atMost`; empty at the end and after an error.
    private static func readOnce(_ descriptor: FileDescriptor, atMost: Int) -> [UInt8] {
        do { return try descriptor.read(atMost: atMost) } catch { return [] }
    }
}

/// Runs a blocking function on its own thread.
func onPlainThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        do {
            try SystemThread.start { continuation.resume(returning: body()) }
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// The output without reasons (``withoutReasons``), and the ending of a session.
struct Exchange: Sendable {
    let output: [UInt8]
    let ending: RPCEnding

    /// The lines of the output.
    var lines: [String] { output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } }
    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Sends the pieces, closes the input, and returns the output and the ending.
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
    return Exchange(output: try await output.withoutReasons, ending: ending)
}

/// Frames, decodes, and answers the input without I/O, so that tests can try many splits of it.
///
/// - Parameters:
///   - pieces: the input as it arrives.
///   - handler: the methods.
///   - configure: changes the settings.
/// - Returns: the frames of the immediate answers, without reasons (``withoutReasons``).
func dryRun(
    _ pieces: [[UInt8]],
    handler: any RPCHandler = SampleMethods(),
    configure: (inout RPCServerConfiguration) -> Void = { _ in }
) -> [UInt8]? {
    do {
        return try wholeDryRun(pieces, handler: handler, configure: configure)?.withoutReasons
    } catch {
        return nil
    }
}

/// Answers as ``dryRun(_:handler:configure:)`` does, with the reasons.
func wholeDryRun(
    _ pieces: [[UInt8]],
    handler: any RPCHandler = SampleMethods(),
    configure: (inout RPCServerConfiguration) -> Void = { _ in }
) -> [UInt8]? {
    var configuration = RPCServerConfiguration()
    configure(&configuration)
    guard let connection = unconnected(configuration) else { return nil }
    var pump = MessagePump(connection: connection, handler: handler)
    var buffer = InputBuffer(capacity: 16)
    for piece in pieces {
        var rest = piece[...]
        while !rest.isEmpty {
            buffer.makeRoom()
            let taken = buffer.fill { storage, start in
                let count = min(storage.count - start, rest.count)
                storage.replaceSubrange(start..<(start + count), with: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(taken)
            drain(&buffer, &pump, atEnd: false)
        }
    }
    drain(&buffer, &pump, atEnd: true)
    return pump.receiver.answers
}

/// Returns a connection that is never read or written, or `nil` if the system has no descriptor left.
func unconnected(_ configuration: RPCServerConfiguration) -> Connection? {
    let nowhere = FileDescriptor(-1)
    do {
        return Connection(input: nowhere, output: nowhere, configuration: configuration, wakePipe: try WakePipe())
    } catch {
        return nil
    }
}

private func drain(_ buffer: inout InputBuffer, _ pump: inout MessagePump, atEnd: Bool) {
    while let count = step(&pump, on: buffer, atEnd: atEnd) { buffer.drop(count) }
}

private func step(_ pump: inout MessagePump, on buffer: InputBuffer, atEnd: Bool) -> Int? {
    pump.take(buffer.storage.span.extracting(buffer.unread), atEnd: atEnd)
}

extension RPCFraming {
    /// Splits the server's output into bodies, accepting only the exact form that the server writes.
    ///
    /// - Throws: an error if a frame is incomplete.
    func bodies(_ stream: [UInt8]) throws -> [[UInt8]] {
        switch self {
        case .line:
            try #require(stream.isEmpty || stream.last == 0x0A)
            return stream.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init)
        case .header:
            return try headerBodies(stream)
        }
    }

    private func headerBodies(_ stream: [UInt8]) throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let end = try #require(rest.firstIndex(of: 0x0D))
            let head = String(decoding: rest[..<end], as: UTF8.self)
            try #require(head.hasPrefix("Content-Length: "))
            try #require(rest[end...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]))
            let length = try #require(Int(head.dropFirst(16)))
            let start = end + 4
            try #require(start + length <= rest.endIndex)
            bodies.append(Array(rest[start..<(start + length)]))
            rest = rest[(start + length)...]
        }
        return bodies
    }
}
