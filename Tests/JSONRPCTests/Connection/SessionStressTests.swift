import JSON
import JSONRPC
import Synchronization
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

/// Any session at all: exactly one well-formed answer for each request, and none for anything else.
@Suite("Stress: random sessions")
struct SessionStressTests {
    /// `make stress` plays a hundred times as many sessions.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1" ? Array(1...200) : [1, 2]

    @Test("One caller, whose bytes come in pieces of any length", arguments: seeds, RPCFraming.allCases)
    func anySplit(seed: UInt64, framing: RPCFraming) async throws {
        var random = SplitMix(seed: seed)
        let script = RandomScript(caller: 1, count: 1_200, using: &random)
        let stream = framing.stream(script.messages)
        let pieces = stream.split(longest: [3, 100, 3_000][Int(seed % 3)], using: &random)
        try await play([script], [pieces], framing)
    }

    @Test("Many callers at the same time, each message in one write", arguments: seeds, RPCFraming.allCases)
    func manyCallers(seed: UInt64, framing: RPCFraming) async throws {
        var random = SplitMix(seed: seed &+ 1_000)
        let scripts = (1...8).map { RandomScript(caller: $0, count: 150, using: &random) }
        // The kernel keeps writes of up to 4096 bytes to a pipe whole.
        let pieces = scripts.map { $0.messages.map { framing.frame(Array($0.utf8)) } }
        try #require(pieces.joined().allSatisfy { $0.count <= 4_096 })
        try await play(scripts, pieces, framing)
    }

    /// Sends what each caller sends, reads slowly, and settles the accounts.
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
            usleep(100)
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

    /// How many answers each id got; every one of them is checked for its form.
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
