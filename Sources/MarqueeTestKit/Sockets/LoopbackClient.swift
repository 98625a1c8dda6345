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
