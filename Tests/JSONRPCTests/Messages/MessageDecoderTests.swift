import JSON
import Testing

@testable import JSONRPC

@Suite("Reading messages")
struct MessageDecoderTests {
    /// What a call comes to, for comparison.
    private struct Summary: Equatable {
        let method: String
        let params: String?
        let id: RPCID?

        init(_ call: IncomingCall) {
            method = call.method
            params = call.params.map { String(decoding: $0.text, as: UTF8.self) }
            id = call.id
        }
    }

    private static let seeds = [
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":12,"method":"ping"}"#,
        #"{ "id" : "a-b" , "method":"a/rather/long/method/name","jsonrpc":"2.0","params":{"a":[1,{"b":"]}"}]} }"#,
        #"{"method":"textDocument/didSomething","params":[],"jsonrpc":"2.0"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"echo","params":{"query":"parasite","page":1}}"#,
        #"{"params":{"a":"\\\"","b":-1.5e3},"jsonrpc":"2.0","id":null,"method":"m"}"#,
    ]

    @Test("The short way and the complete way agree on 30,000 damaged messages")
    func waysAgree() {
        var random = SplitMix(seed: 42)
        var decoder = MessageDecoder(limits: .standard)
        var ordinary = 0
        for _ in 0..<30_000 {
            let message = Self.damaged(using: &random)
            guard let quick = decoder.ordinaryCall(message.span) else { continue }
            ordinary += 1
            guard case .single(.call(let complete)) = decoder.decode(message.span) else {
                Issue.record("only the short way takes \(String(decoding: message, as: UTF8.self))")
                continue
            }
            #expect(Summary(quick) == Summary(complete))
        }
        #expect(ordinary > 3_000)
    }

    /// A message with up to three bytes changed, removed or doubled.
    private static func damaged(using random: inout SplitMix) -> [UInt8] {
        var message = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0..<message.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: message.remove(at: place)
            case 1: message.insert(message[place], at: place)
            case 2: message[place] = message[Int.random(in: 0..<message.count, using: &random)]
            default: message[place] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return message
    }

    @Test("A call that comes again with another id is the same call, and nothing else is taken for it")
    func repeated() {
        var decoder = MessageDecoder(limits: .standard)
        func read(_ text: String) -> Summary? { decoder.ordinaryCall(Array(text.utf8).span).map(Summary.init) }
        let first = read(#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#)
        #expect(first?.id == 1)
        let second = read(#"{"jsonrpc":"2.0","id":20,"method":"m","params":[1]}"#)
        #expect(second?.id == 20)
        #expect(second?.params == "[1]")
        #expect(read(#"{"jsonrpc":"2.0","id":020,"method":"m","params":[1]}"#) == nil)
        #expect(read(#"{"jsonrpc":"2.0","id":,"method":"m","params":[1]}"#) == nil)
        #expect(read(#"{"jsonrpc":"2.0","id":2 0,"method":"m","params":[1]}"#) == nil)
        #expect(read(#"{"jsonrpc":"2.0","id":3,"method":"m","params":[2]}"#)?.params == "[2]")
        #expect(read(#"{"jsonrpc":"2.0","id":4,"method":"n","params":[2]}"#)?.method == "n")
    }

    @Test("Long names are kept and never mixed up")
    func methodNames() {
        var names = MethodNames()
        let texts =
            (0..<500).map { "a/method/with/a/long/name/\($0 % 130)" } + ["short", String(repeating: "x", count: 300)]
        for text in texts {
            let bytes = Array("..\(text)..".utf8)
            let name = names.name(in: bytes.span, 2..<(bytes.count - 2))
            #expect(name == text)
        }
    }
}
