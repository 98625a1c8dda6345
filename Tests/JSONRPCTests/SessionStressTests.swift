import JSON
import JSONRPC
import MarqueeTestKit
import Platform
import Synchronization
import Testing

/// Random sessions in which each request must get exactly one well-formed answer, and nothing else any.
@Suite("Stress: random sessions")
struct SessionStressTests {
    /// `make stress` runs a hundred times as many sessions.
    private static let seeds: [UInt64] =
        SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? Array(1...200) : [1, 2]

    @Test(
        "One caller gets every answer if its bytes arrive in pieces of any length",
        arguments: seeds,
        RPCFraming.allCases
    )
    func anySplit(seed: UInt64, framing: RPCFraming) async throws {
        var random = SeededGenerator(seed: seed)
        let script = RandomScript(caller: 1, count: 1_200, using: &random)
        let stream = framing.stream(script.messages)
        let pieces = stream.split(longest: [3, 100, 3_000][Int(seed % 3)], using: &random)
        try await play([script], [pieces], framing)
    }

    @Test(
        "Eight concurrent callers get every answer if each message is one write",
        arguments: seeds,
        RPCFraming.allCases
    )
    func manyCallers(seed: UInt64, framing: RPCFraming) async throws {
        var random = SeededGenerator(seed: seed &+ 1_000)
        let scripts = (1...8).map { RandomScript(caller: $0, count: 150, using: &random) }
        // Writes of up to 4096 bytes to a pipe are atomic.
        let pieces = scripts.map { $0.messages.map { framing.frame(Array($0.utf8)) } }
        try #require(pieces.joined().allSatisfy { $0.count <= 4_096 })
        try await play(scripts, pieces, framing)
    }

    /// Sends every caller's messages, reads slowly, and compares the answers with those owed.
    private func play(_ scripts: [RandomScript], _ pieces: [[[UInt8]]], _ framing: RPCFraming) async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods) {
            $0.framing = framing
            $0.maximumInFlight = 8
            $0.maximumWaiting = 50
            $0.maximumOutboundBytes = 8 << 10
            $0.maximumConsecutiveParseErrors = .max
        }
        async let ending = wire.serve()
        async let output = wire.receiveAll {
            SystemThread.sleep(for: .microseconds(100))
            return 3_000
        }
        await withTaskGroup { group in
            for pieces in pieces { group.addTask { _ = await wire.send(pieces) } }
        }
        wire.closeInput()
        #expect(await ending == .endOfInput)
        let owed = scripts.reduce(into: [:]) { $0.merge($1.owed, uniquingKeysWith: +) }
        #expect(try Self.answers(framing.bodies(await output)) == owed)
        let told = scripts.reduce(0) { $0 + $1.notificationCount }
        #expect(methods.notifications.withLock { $0 } == Array(repeating: "told", count: told))
    }

    /// Returns the number of answers per id, and checks the form of each answer.
    private static func answers(_ bodies: [[UInt8]]) throws -> [String: Int] {
        var answers: [String: Int] = [:]
        for body in bodies {
            let root = try JSONDocument(body).root
            #expect(root.kind == .object || root.count > 0)
            for answer in root.kind == .array ? Array(root.elements) : [root] {
                #expect(answer["jsonrpc"]?.string == "2.0" && answer.count == 3)
                #expect((answer["result"] == nil) != (answer["error"] == nil))
                let id = try #require(answer["id"])
                answers[String(decoding: id.text, as: UTF8.self), default: 0] += 1
            }
        }
        return answers
    }
}

/// A client's random messages and the answers that they must get.
struct RandomScript {
    /// The bodies in the order in which they are sent.
    private(set) var messages: [String] = []
    /// The number of answers that each id must get.
    ///
    /// Answers to messages without a readable id count under `null`.
    private(set) var owed: [String: Int] = [:]
    /// The number of notifications that the handler must receive.
    private(set) var notificationCount = 0
    private let caller: Int
    private var ids: [String] = []

    /// Creates a script of messages whose ids no other caller uses.
    init(caller: Int, count: Int, using random: inout SeededGenerator) {
        self.caller = caller
        for _ in 0..<count { add(using: &random) }
    }

    private mutating func add(using random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: addBroken(using: &random)
        case 1: addSilent(using: &random)
        case 2: addBatch(using: &random)
        case 3: addInvalid(using: &random)
        case 4: addCancel(using: &random)
        case 5: messages.append(request(again(using: &random), using: &random))
        default: messages.append(request(newID(using: &random), using: &random))
        }
    }

    // MARK: Ids

    /// Returns a new id in one of the forms that a server could easily alter.
    private mutating func newID(using random: inout SeededGenerator) -> String {
        let number = caller * 1_000_000 + ids.count
        let shapes = [
            "\(number)", "\"s\(number)\"", "\(number).0", "\(number)e0", "-\(number).50", "9000000000000000\(number)",
            #""\u0041\#(number)""#, "\"영\(number)\"",
        ]
        ids.append(shapes[Int.random(in: 0..<shapes.count, using: &random)])
        return ids[ids.count - 1]
    }

    /// Returns one of the last 20 ids, in flight or not.
    private mutating func again(using random: inout SeededGenerator) -> String {
        ids.isEmpty ? newID(using: &random) : ids[Int.random(in: max(0, ids.count - 20)..<ids.count, using: &random)]
    }

    private mutating func owe(_ id: String) { owed[id, default: 0] += 1 }

    // MARK: Messages

    /// Returns a request and counts the answer that it must get.
    private mutating func request(_ id: String, using random: inout SeededGenerator) -> String {
        owe(id)
        let calls = [
            #""method":"ping""#, #""method":"ping","params":null"#, #""method":"none""#, #""method":"invalid""#,
            #""method":"fail""#, #""method":"echo","params":{"a":["]}",1e0]}"#, #""method":"later","params":[1]"#,
            #""method":"pretty""#, #""method":"large","params":{"bytes":3000}"#,
            #""method":"sleep","params":{"ms":\#(Int.random(in: 0...2, using: &random))}"#,
        ]
        let call = calls[Int.random(in: 0..<calls.count, using: &random)]
        return Bool.random(using: &random)
            ? #"{"jsonrpc":"2.0","id":\#(id),\#(call)}"# : #"{ "id" : \#(id) , \#(call), "jsonrpc" : "2.0" }"#
    }

    private mutating func addBroken(using random: inout SeededGenerator) {
        let broken = ["{broken", #"{"jsonrpc":"2.0","id":1,"method":"ping",}"#, "[1,", #""\ud800""#]
        messages.append(broken[Int.random(in: 0..<broken.count, using: &random)])
        owe("null")
    }

    /// Adds a message that must get no answer.
    private mutating func addSilent(using random: inout SeededGenerator) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: messages.append(#"{"jsonrpc":"2.0","id":"nobody's","result":{}}"#)
        case 1: messages.append(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#)
        case 2:
            messages.append(#"[{"jsonrpc":"2.0","method":"told"},{"jsonrpc":"2.0","method":"told"}]"#)
            notificationCount += 2
        default:
            messages.append(#"{"jsonrpc":"2.0","method":"told"}"#)
            notificationCount += 1
        }
    }

    private mutating func addInvalid(using random: inout SeededGenerator) {
        let id = newID(using: &random)
        let (message, answered) = [
            ("42", "null"), ("[]", "null"), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "null"),
            (#"{"jsonrpc":"1.0","id":\#(id),"method":"ping"}"#, id),
            (#"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":1}"#, id),
            (#"{"jsonrpc":"2.0","id":null,"method":"later"}"#, "null"),
        ][Int.random(in: 0..<6, using: &random)]
        messages.append(message)
        owe(answered)
    }

    private mutating func addBatch(using random: inout SeededGenerator) {
        var items = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            request(newID(using: &random), using: &random)
        }
        if Bool.random(using: &random) { items.append(request(again(using: &random), using: &random)) }
        if Bool.random(using: &random) {
            items.insert("3", at: 0)
            owe("null")
        }
        messages.append("[" + items.joined(separator: ", ") + "]")
    }

    /// Adds the cancellation of an earlier call, which may wait, run, or be answered, or of a new call.
    private mutating func addCancel(using random: inout SeededGenerator) {
        let isNew = Bool.random(using: &random)
        let id = isNew ? newID(using: &random) : again(using: &random)
        if isNew {
            owe(id)
            messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"wait"}"#)
        }
        messages.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    }
}
