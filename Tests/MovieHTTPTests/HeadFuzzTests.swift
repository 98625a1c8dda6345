import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("Random response heads")
struct HeadFuzzTests {
    /// `make stress` tries more heads.
    private static let caseCount = LongRuns.areWanted ? 5_000 : 300
    /// The timeout of a request, which each endless head uses up.
    private static let timeLimit = Duration.milliseconds(400)
    private static let workers = 6

    @Test("U35: random heads end in a response or failure, rarely spoil the next request, and leak no memory")
    func heads() async {
        // Runs in its own process because it measures memory, and because a crash must not end the other tests.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await HeadFuzzTests.askForEach()
        }
        for line in String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("measured: ") {
            print(line)
        }
    }

    private static func askForEach() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.on("*") { request, _ in
            if let seed = UInt64(request.path.dropFirst()) { return HostileHead(seed: seed).answer }
            return .json(#"{"path":"\#(request.path)"}"#)
        }
        let kinds = await withHTTPTransport(.test) { transport in
            // The first third of the heads causes the allocations that the libraries keep.
            var kinds = await ask(for: 0..<(caseCount / 3), server, transport)
            let before = ProcessFiles.residentBytes ?? 0
            kinds.merge(await ask(for: (caseCount / 3)..<caseCount, server, transport)) { $0 + $1 }
            let after = ProcessFiles.residentBytes ?? 0
            print("measured: \(caseCount) heads, resident \(before >> 20) MiB, then \(after >> 20) MiB; \(kinds)")
            #expect(after < before + 32 << 20)
            return kinds
        }
        #expect(kinds.values.reduce(0, +) == caseCount)
        let spoiled = kinds.filter { $0.key.hasSuffix("spoiled") }.values.reduce(0, +)
        #expect(spoiled <= 3 + caseCount / 50, "\(kinds)")
        // A generator that makes only junk, or none, would prove nothing.
        #expect(kinds["answer"] ?? 0 > caseCount / 20 && kinds["brokenResponse"] ?? 0 > caseCount / 20, "\(kinds)")
        #expect(await server.waitForLog { $0.openConnectionCount == 0 })
    }

    /// Returns the number of heads per outcome.
    private static func ask(
        for seeds: Range<Int>,
        _ server: ScriptedServer,
        _ transport: CurlTransport
    ) async -> [String: Int] {
        await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask {
                    var kinds: [String: Int] = [:]
                    for seed in stride(from: seeds.lowerBound + worker, to: seeds.upperBound, by: workers) {
                        kinds[await ask(forSeed: seed, server, transport), default: 0] += 1
                    }
                    return kinds
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
        }
    }

    private static func ask(forSeed seed: Int, _ server: ScriptedServer, _ transport: CurlTransport) async -> String {
        let request = HTTPRequest.to(port: server.port, "/\(seed)", within: timeLimit, maximumBodyBytes: 1 << 20)
        let exchange = await Exchange.of(request, over: transport)
        // Redirects can add two attempts; the rest of the bound is for machines under load.
        #expect(exchange.duration < .seconds(20), "seed \(seed)")
        if let response = exchange.response { check(response, seed) }
        if let failure = exchange.failure { check(failure, seed) }
        // Bytes left on a connection aren't taken for the next response. Bytes that arrive after the next request was
        // sent can spoil its response, which no client can prevent; this must stay rare.
        let next = await Exchange.of(.to(server, "/healthy/\(seed)"), over: transport)
        let isSpoiled = next.failure?.stage == .brokenResponse
        #expect(isSpoiled || next.text == #"{"path":"/healthy/\#(seed)"}"#, "after seed \(seed): \(next.result)")
        return (exchange.failure?.stage.rawValue ?? "answer") + (isSpoiled ? ", next spoiled" : "")
    }

    private static func check(_ response: HTTPResponse, _ seed: Int) {
        #expect((0..<1_000).contains(response.status) && !(100..<200).contains(response.status), "seed \(seed)")
        #expect(response.body.count <= 1 << 20, "seed \(seed)")
        for field in response.headers.fields {
            let isName = RequestRules.isFieldName(field.name[...])
            #expect(isName, "seed \(seed): \(field.name)")
            let isLine = !field.value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }
            #expect(isLine, "seed \(seed): \(field.name)")
        }
    }

    private static func check(_ failure: ProviderError, _ seed: Int) {
        let kinds: Set<ProviderError.Stage> = [
            .brokenResponse, .bodyTooLarge, .timeout, .connectionLost, .redirectRefused,
        ]
        #expect(kinds.contains(failure.stage), "seed \(seed): \(failure.kind): \(failure.message)")
        #expect(failure.message.contains("127.0.0.1") && failure.message.utf8.count < 500, "seed \(seed)")
        // A server can't put terminal control characters into a message.
        let isPlain = failure.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
        #expect(isPlain, "seed \(seed): \(failure.message)")
    }
}
