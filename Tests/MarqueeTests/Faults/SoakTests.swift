import JSON
import MarqueeTestKit
import Testing

/// Mixed traffic for a long time: every request gets one response, and the process does not grow.
///
/// `SOAK_SECONDS` sets the duration: an hour in `make stress`, five seconds by default.
@Suite("Stress: soak")
struct SoakTests {
    private static let seconds = ProjectFiles.environment("SOAK_SECONDS").flatMap(Double.init) ?? 5

    @Test("H10: Memory, descriptors, and threads do not grow after the first third", arguments: [false, true])
    func soak(hasHeaders: Bool) async throws {
        var plan = try Program.plan(["--demo"])
        // The program logs a line for each invalid message, which would only fill this process.
        plan.errors = .null
        try await RunningProcess.withProcess(plan) { program in
            let start = ContinuousClock.now
            var levels = SoakLevels()
            var round = SoakRound(hasHeaders: hasHeaders)
            repeat {
                try await round.play(with: program)
                let isWarm = start.duration(to: .now) > .seconds(Self.seconds / 3)
                levels.note(ProcessLevel(program), isWarm: isWarm)
            } while start.duration(to: .now) < .seconds(Self.seconds)
            print("soak, \(hasHeaders ? "headers" : "lines"): \(round.answerCount) answers; \(levels)")
            levels.expectLevel()
            program.closeInput()
            try await program.expectExit(.exited(0))
            #expect(program.unreadOutput.isEmpty)
        }
    }
}

/// A round of about a hundred messages of all kinds and their responses, repeated with new ids.
struct SoakRound {
    let hasHeaders: Bool
    private(set) var answerCount = 0
    private var nextID = 1
    private var owed: [String: Int] = [:]

    init(hasHeaders: Bool) { self.hasHeaders = hasHeaders }

    /// Sends a round and reads until each request has its response.
    mutating func play(with program: RunningProcess) async throws {
        let messages = round()
        program.write(messages.map { hasHeaders ? Talk.framed($0) : $0 + "\n" }.joined())
        while !owed.isEmpty {
            let timeout = Duration.seconds(60)
            let body =
                hasHeaders
                ? try await program.readHeaderFrame(upTo: timeout) : try await program.readLine(upTo: timeout)
            let root = try JSONDocument(body).root
            for answer in root.kind == .array ? Array(root.elements) : [root] { try settle(answer) }
        }
    }

    /// Removes the response from those that are still expected.
    private mutating func settle(_ answer: JSONElement) throws {
        let id = String(decoding: try #require(answer["id"]).text, as: UTF8.self)
        let count = try #require(owed[id], "\(id) is answered once more than it was asked")
        owed[id] = count == 1 ? nil : count - 1
        #expect((answer["result"] == nil) != (answer["error"] == nil))
        answerCount += 1
    }

    // MARK: Messages

    private mutating func round() -> [String] {
        var messages: [String] = []
        for number in 0..<60 { messages.append(number % 7 == 0 ? search() : request("ping")) }
        // Invalid JSON, values that are not requests, unknown methods, and messages that must get no response.
        messages += ["{oops", "42", "[1,\(request("ping")),\(request("providers/list"))]"]
        for _ in 0..<3 { owe("null") }
        messages += [request("movies/none"), request("movies/search", #"{"query":7}"#)]
        messages += [#"{"jsonrpc":"2.0","method":"movies/none"}"#, #"{"jsonrpc":"2.0","id":1,"result":null}"#]
        messages += [#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}"#]
        for _ in 0..<5 {
            messages.append(search())
            messages.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(nextID - 1)}}"#)
        }
        return messages
    }

    /// Returns a search that is sometimes new, so that not all results come from memory.
    private mutating func search() -> String {
        let queries = ["Suzume", "스즈메", "nobody recorded this", "word \(nextID % 5_000)"]
        return request("movies/search", #"{"query":"\#(queries[nextID % queries.count])"}"#)
    }

    private mutating func request(_ method: String, _ params: String = "{}") -> String {
        owe("\(nextID)")
        defer { nextID += 1 }
        return Talk.request(nextID, method, params)
    }

    private mutating func owe(_ id: String) { owed[id, default: 0] += 1 }
}

/// The resources that a process uses at one moment.
struct ProcessLevel {
    let residentBytes: Int
    let descriptors: Int
    let threads: Int

    /// Returns `nil` if there is no `/proc`.
    init?(_ process: RunningProcess) {
        guard let bytes = process.residentBytes, let descriptors = process.descriptorCount,
            let threads = process.threadCount
        else { return nil }
        (residentBytes, self.descriptors, self.threads) = (bytes, descriptors, threads)
    }
}

/// The most that a process used while it was warming up, and afterwards.
struct SoakLevels: CustomStringConvertible {
    private var early: [ProcessLevel] = []
    private var late: [ProcessLevel] = []

    /// Records one measurement.
    mutating func note(_ level: ProcessLevel?, isWarm: Bool) {
        guard let level else { return }
        if isWarm { late.append(level) } else { early.append(level) }
    }

    /// Expects no growth after the warm-up, except for the chance effects of the allocator and the thread pool.
    func expectLevel() {
        guard let before = most(early), let after = most(late) else { return }
        #expect(after.bytes <= before.bytes + max(before.bytes / 10, 4 << 20), "\(self)")
        // A descriptor that libdispatch opens late for a thread is no leak; a leak in millions of calls would be
        // thousands.
        #expect(after.descriptors <= before.descriptors + 4, "\(self)")
        #expect(after.threads <= before.threads + 4, "\(self)")
    }

    private func most(_ levels: [ProcessLevel]) -> (bytes: Int, descriptors: Int, threads: Int)? {
        guard let first = levels.first else { return nil }
        return levels.reduce((first.residentBytes, first.descriptors, first.threads)) { most, level in
            (max(most.0, level.residentBytes), max(most.1, level.descriptors), max(most.2, level.threads))
        }
    }

    var description: String {
        [("warming up", early), ("then", late)].map { name, levels in
            guard let most = most(levels), let last = levels.last else { return "\(name): not measured" }
            return
                "\(name): at most \(most.bytes >> 10) KiB, \(most.descriptors) descriptors, \(most.threads) threads; "
                + "at the end \(last.residentBytes >> 10) KiB in \(levels.count) looks"
        }.joined(separator: "; ")
    }
}
