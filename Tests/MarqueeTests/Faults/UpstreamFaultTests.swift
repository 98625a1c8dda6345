import JSON
import MarqueeTestKit
import Testing

// One after the other: what is tried here leans on short timeouts, which many programs at once would reach on their own.
@Suite("Faults of a source, through the whole program", .serialized)
struct UpstreamFaultTests {
    @Test("U1–U9: no connection, or one on which nothing comes", arguments: UpstreamFault.connections)
    func connection(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U10–U25: an answer that is broken, or too much", arguments: UpstreamFault.bodies)
    func body(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U14–U31: an answer that says no, or is not what was asked for", arguments: UpstreamFault.answers)
    func answer(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U17–U22: an answer that leads elsewhere", arguments: UpstreamFault.redirects)
    func redirect(_ fault: UpstreamFault) async throws { try await survive(fault) }

    /// The call ends with the healthy source's films and says what the other did, and the next one works too.
    private func survive(_ fault: UpstreamFault) async throws {
        try await FaultScene.with { scene in
            let place = try fault.place.make()
            defer { place.stop() }
            try scene.configure(FaultScene.source("bad", at: place.origin, more: fault.more))
            try await FaultTalk.with(scene) { talk in
                let answer = try await talk.search("first")
                answer.expectHealthySource()
                #expect(answer.status("bad") == fault.status, "\(answer.whole)")
                #expect(answer.failure("bad")?["kind"]?.string == fault.kind, "\(answer.whole)")
                let message = answer.failure("bad")?["message"]?.string ?? ""
                #expect(message.contains(fault.message), "\(message)")
                #expect(answer.films("bad").isEmpty)
                if let requests = fault.requests {
                    let count = place.requestCount
                    #expect(requests.contains(count), "\(count)")
                }

                try await talk.search("second").expectHealthySource()
                #expect((talk.process.peakResidentBytes ?? 0) < 150 << 20, "D")
            }
        }
    }

    /// What everybody sees of the process, in `ps` and the like: its arguments, its name, and those of its threads.
    private static func expectNoSecretShownByTheSystem(_ process: Int32) async throws {
        let line =
            #"for file in /proc/$0/cmdline /proc/$0/comm /proc/$0/task/*/comm; do cat "$file"; done 2>/dev/null; ps -ww -p $0"#
        let shown = try await ProcessOutcome.of(
            ProcessPlan("/bin/sh", ["-c", line, "\(process)"], environment: ["PATH": "/usr/bin:/bin"])
        )
        #expect(shown.outputText.contains("providers.yaml") || !ProjectFiles.isReadable("/proc/self/cmdline"))
        Leaks.expectNone(in: shown.output, "what the system shows of the process")
    }

    @Test("E: no secret in any byte that leaves the process, with all faults at once")
    func secrets() async throws {
        try await FaultScene.with { scene in
            let places = try UpstreamFault.rows.map { try $0.place.make() }
            defer { for place in places { place.stop() } }
            let sources = zip(places, UpstreamFault.rows).enumerated().map { number, source in
                FaultScene.source("bad\(number)", at: source.0.origin, more: source.1.more, cache: "{ ttl: 1h }")
            }
            try scene.configure(sources.joined(separator: "\n"))
            let trace = scene.folder + "/trace"
            try await FaultTalk.with(scene, ["--log-level", "trace", "--trace", trace]) { talk in
                for query in ["first", FaultScene.key, FaultScene.token] {
                    let answer = try await talk.search(query)
                    answer.expectHealthySource()
                    #expect(answer.whole["sources"]?.count == sources.count + 1)
                }
                _ = try await talk.result("providers/status")
                _ = try await talk.result("providers/list")
                _ = try await talk.result("cache/stats")
                try await Self.expectNoSecretShownByTheSystem(talk.process.identifier)
            }
            Leaks.expectNone(in: try ProjectFiles.read(trace), "the trace")
            let isKeyUsed = places.contains { $0.server?.log.holds("quer1key") == true }
            #expect(isKeyUsed)
        }
    }
}
