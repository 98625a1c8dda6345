/// What happened at a ``ScriptedServer`` so far.
package struct ServerLog: Sendable {
    package internal(set) var requests: [ReceivedRequest] = []
    /// How many connections were accepted.
    package internal(set) var connectionCount = 0
    /// How many of them are open at this end.
    package internal(set) var openConnectionCount = 0
    /// How many the peer closed while the server waited for it, or for whose close the server was silent.
    package internal(set) var closedByPeerCount = 0
    /// Every byte that came, of whole requests or not.
    package internal(set) var bytes: [UInt8] = []
    /// Requests for which the script has no answer; they got 404.
    package internal(set) var unscripted: [ReceivedRequest] = []

    /// Whether `text` came over the wire, anywhere.
    package func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
