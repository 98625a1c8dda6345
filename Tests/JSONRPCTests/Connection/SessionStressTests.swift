import JSON
import JSONRPC
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Random sessions")
struct SessionStressTests {
    /// `make stress` plays a hundred times as many sessions.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1" ? Array(1...300) : [1, 2, 3]

    /// A random session and what it owes: for each id, one answer; and so many without an id.
    private struct Script {
        var messages: [String] = []
        var ids: Set<String> = []
        var errorsWithoutID = 0
    }

    @Test(
        "One well-formed answer for each request, whatever comes in between",
        arguments: seeds,
        RPCFraming.allCases
    )
    func oneAnswerEach(seed: UInt64, framing: RPCFraming) async throws {
        var random = SplitMix(seed: seed)
        let script = Self.script(count: 1_500, using: &random)
        let pieces = framing.stream(script.messages).split(longest: 3_000, using: &random)
        let wire = try Wire(SampleMethods()) {
            $0.maximumInFlight = 8
            $0.maximumWaiting = 50
            $0.maximumOutboundBytes = 8 << 10
        }
        async let ending = wire.serve()
        async let sent = wire.send(pieces, thenClose: true)
        let output = await wire.receiveAll {
            usleep(100)
            return 3_000
        }
        _ = await sent
        #expect(await ending == .endOfInput)
        try Self.check(Self.bodies(output, framing), against: script)
    }

    private static func script(count: Int, using random: inout SplitMix) -> Script {
        var script = Script()
        for number in 0..<count {
            let id = Bool.random(using: &random) ? "\(number)" : "\"s\(number)\""
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                script.messages.append("{broken")
                script.errorsWithoutID += 1
            case 1:
                script.messages.append(#"{"jsonrpc":"2.0","method":"told"}"#)
            case 2:
                script.messages.append("[3,\(WireCase.ping(id: id))]")
                script.errorsWithoutID += 1
                script.ids.insert(id)
            case 3:
                script.messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"none"}"#)
                script.ids.insert(id)
            case 4...6:
                script.messages.append(WireCase.ping(id: id))
                script.ids.insert(id)
            case 7:
                script.messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"large","params":{"bytes":3000}}"#)
                script.ids.insert(id)
            default:
                let milliseconds = Int.random(in: 0...2, using: &random)
                script.messages.append(
                    #"{"jsonrpc":"2.0","id":\#(id),"method":"sleep","params":{"ms":\#(milliseconds)}}"#
                )
                script.ids.insert(id)
            }
        }
        return script
    }

    /// Takes the stream apart, strictly as we write it.
    private static func bodies(_ output: [UInt8], _ framing: RPCFraming) throws -> [[UInt8]] {
        guard framing == .header else { return output.split(separator: 0x0A).map(Array.init) }
        var bodies: [[UInt8]] = []
        var rest = output[...]
        while !rest.isEmpty {
            let end = try #require(rest.firstIndex(of: 0x0D))
            let head = String(decoding: rest[..<end], as: UTF8.self)
            try #require(head.hasPrefix("Content-Length: "))
            let length = try #require(Int(head.dropFirst(16)))
            let start = end + 4
            bodies.append(Array(rest[start..<(start + length)]))
            rest = rest[(start + length)...]
        }
        return bodies
    }

    private static func check(_ bodies: [[UInt8]], against script: Script) throws {
        var answered: [String] = []
        var withoutID = 0
        for body in bodies {
            let root = try JSONDocument(body).root
            for answer in root.kind == .array ? Array(root.elements) : [root] {
                #expect(answer["jsonrpc"]?.string == "2.0")
                #expect((answer["result"] == nil) != (answer["error"] == nil))
                let id = try #require(answer["id"])
                if id.isNull { withoutID += 1 } else { answered.append(String(decoding: id.text, as: UTF8.self)) }
            }
        }
        #expect(answered.count == script.ids.count)
        #expect(Set(answered) == script.ids)
        #expect(withoutID == script.errorsWithoutID)
    }
}
