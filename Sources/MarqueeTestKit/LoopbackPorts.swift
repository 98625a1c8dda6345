package import Platform

/// A persistent connection to a port on 127.0.0.1 that only writes and reads, as a lower bound for any client's time.
package final class LoopbackClient {
    private let descriptor: FileDescriptor

    package init(port: Int) throws(SystemError) {
        guard let descriptor = LoopbackSocket.connected(to: port) else { throw SystemError("connect") }
        self.descriptor = descriptor
    }

    deinit { descriptor.close() }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        guard descriptor.writeWhole(bytes) else { throw SystemError("write") }
    }

    package func read(until ending: [UInt8]) throws(SystemError) {
        var received: [UInt8] = []
        while !received.suffix(ending.count).elementsEqual(ending) {
            let bytes = descriptor.readSome()
            guard !bytes.isEmpty else { throw SystemError("read") }
            received += bytes
        }
    }
}

/// A port on 127.0.0.1 whose backlog is full, so that Linux drops every further SYN without an answer.
package final class SilentPort: Sendable {
    package let port: Int
    private let descriptors: [FileDescriptor]

    package init() throws(SystemError) {
        let (listener, port) = try LoopbackSocket.bound()
        self.port = port
        var descriptors = [listener]
        do {
            try LoopbackSocket.listen(listener, backlog: 0)
            for _ in 0..<4 { descriptors.append(try LoopbackSocket.startConnecting(to: port)) }
        } catch {
            for descriptor in descriptors { descriptor.close() }
            throw error
        }
        self.descriptors = descriptors
    }

    deinit {
        for descriptor in descriptors { descriptor.close() }
    }
}

/// Passes bytes between two connections in both directions, on one thread.
enum Tunnel {
    /// Passes bytes until either connection ends, and closes neither.
    static func run(between first: FileDescriptor, and second: FileDescriptor) {
        while true {
            var poll = PollSet((first, .readable), (second, .readable))
            guard poll.wait(atMost: nil) > 0 else { return }
            if poll.isReady(0), !pass(from: first, to: second) { return }
            if poll.isReady(1), !pass(from: second, to: first) { return }
        }
    }

    private static func pass(from source: FileDescriptor, to sink: FileDescriptor) -> Bool {
        let bytes = source.readSome()
        return !bytes.isEmpty && sink.writeWhole(bytes)
    }
}

/// A port on 127.0.0.1 that refuses every connection and that no other process can take while this object exists.
package final class ClosedPort: Sendable {
    package let port: Int
    private let descriptor: FileDescriptor

    package init() throws(SystemError) { (descriptor, port) = try LoopbackSocket.bound() }

    deinit {
        descriptor.close()
    }
}
