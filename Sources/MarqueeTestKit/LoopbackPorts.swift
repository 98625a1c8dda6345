#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A kept connection to a port on 127.0.0.1 that does nothing but write and read: what any client takes at least.
package final class LoopbackClient {
    private let descriptor: Int32

    package init(port: Int) throws(SystemFailure) {
        guard let descriptor = LoopbackSocket.connected(to: port) else { throw SystemFailure("connect") }
        self.descriptor = descriptor
    }

    deinit { LoopbackSocket.close(descriptor) }

    /// Writes all of it.
    package func write(_ bytes: [UInt8]) throws(SystemFailure) {
        guard Descriptor.write(bytes, to: descriptor) else { throw SystemFailure("write") }
    }

    /// Reads until what came ends with `ending`.
    package func read(until ending: [UInt8]) throws(SystemFailure) {
        var received: [UInt8] = []
        while !received.suffix(ending.count).elementsEqual(ending) {
            let bytes = Descriptor.read(descriptor)
            guard !bytes.isEmpty else { throw SystemFailure("read") }
            received += bytes
        }
    }
}

/// A port on 127.0.0.1 whose queue of connections is full, so that Linux drops every further SYN without an answer.
package final class SilentPort: Sendable {
    package let port: Int
    private let descriptors: [Int32]

    package init() throws(SystemFailure) {
        let (listener, port) = try LoopbackSocket.bound()
        self.port = port
        var descriptors = [listener]
        do {
            try LoopbackSocket.listen(listener, backlog: 0)
            for _ in 0..<4 { descriptors.append(try LoopbackSocket.startConnecting(to: port)) }
        } catch {
            for descriptor in descriptors { LoopbackSocket.close(descriptor) }
            throw error
        }
        self.descriptors = descriptors
    }

    deinit {
        for descriptor in descriptors { LoopbackSocket.close(descriptor) }
    }
}

/// Passes bytes between two connections, in both directions on one thread.
enum Tunnel {
    /// Ends when either connection does; closes neither.
    static func run(between first: Int32, and second: Int32) {
        while true {
            var entries = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = unsafe poll(&entries, 2, -1)
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return }
            if entries[0].revents != 0, !pass(from: first, to: second) { return }
            if entries[1].revents != 0, !pass(from: second, to: first) { return }
        }
    }

    private static func pass(from source: Int32, to sink: Int32) -> Bool {
        let bytes = Descriptor.read(source)
        return !bytes.isEmpty && Descriptor.write(bytes, to: sink)
    }
}

/// A port on 127.0.0.1 that refuses every connection, and that nobody else can take while this value lives.
package final class ClosedPort: Sendable {
    package let port: Int
    private let descriptor: Int32

    package init() throws(SystemFailure) {
        (descriptor, port) = try LoopbackSocket.bound()
    }

    deinit {
        LoopbackSocket.close(descriptor)
    }
}
