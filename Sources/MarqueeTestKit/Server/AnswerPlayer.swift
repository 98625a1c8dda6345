/// Carries out the steps of answers on one connection.
struct AnswerPlayer {
    enum Ending { case server, reset, peer }

    let descriptor: Int32
    private(set) var ending: Ending?
    private var closesOnReuse = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isOpen: Bool { ending == nil }

    mutating func peerClosed() {
        ending = ending ?? .peer
    }

    mutating func play(_ answer: ScriptedAnswer) {
        if closesOnReuse { return ending = .server }
        for step in answer.steps where isOpen { play(step) }
    }

    private mutating func play(_ step: ScriptedAnswer.Step) {
        switch step {
        case .bytes(let bytes): write(bytes)
        case .repeated(let bytes, let times):
            for _ in 0..<times where isOpen { write(bytes) }
        case .drip(let bytes, let pause):
            for byte in bytes where isOpen {
                write([byte])
                wait(pause)
            }
        case .pause(let pause): wait(pause)
        case .silence: wait(.seconds(3_600))
        case .closeOnReuse: closesOnReuse = true
        case .tunnel(let port): openTunnel(to: port)
        case .close: ending = .server
        case .reset: ending = .reset
        }
    }

    private mutating func openTunnel(to port: Int) {
        ending = .server
        guard let other = LoopbackSocket.connected(to: port) else { return }
        Tunnel.run(between: descriptor, and: other)
        LoopbackSocket.close(other)
    }

    private mutating func write(_ bytes: [UInt8]) {
        if !Descriptor.write(bytes, to: descriptor) { ending = .peer }
    }

    /// Waits, but notices when the peer closes meanwhile.
    private mutating func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while isOpen, ContinuousClock.now < end,
            Descriptor.waitUntilReadable(descriptor, upTo: end - .now)
        {
            if Descriptor.read(descriptor).isEmpty { ending = .peer }
        }
    }
}
