#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
