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
