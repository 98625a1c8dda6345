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
