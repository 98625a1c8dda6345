import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Configuration mistakes, through the program")
struct ConfigurationFaultTests {
    @Test("K14: A missing or empty secret disables its source with a reason", arguments: [nil, ""])
    func missingSecret(_ value: String?) async throws {
        try await FaultSession.with { session in
            var plan = try session.plan()
            plan.environment["FILMS_KEY"] = value
            let outcome = try await session.run(plan)
            #expect(outcome.violations() == [])
            #expect(outcome.status == .exited(0))
            let answer = try #require(outcome.outputText.split(separator: "\n").first { $0.hasSuffix(#""id":1}"#) })
            #expect(answer.contains("FILMS_KEY is not set"), "\(answer)")
            #expect(session.server.log.requests.isEmpty)
        }
    }

    @Test("K15, K16: A secret in a file that others can read gives two warnings without it, and works")
    func writtenSecret() async throws {
        try await FaultSession.with { session in
            let text = try ProjectFiles.text(session.file)
            try ProjectFiles.write(text.replacing("${env.FILMS_KEY}", with: FaultSession.key), to: session.file)
            for (mode, count) in [(mode_t(0o644), 2), (0o600, 1)] {
                try #require(chmod(session.file, mode) == 0)
                let served = try await session.run(try session.plan())
                #expect(served.violations() == [])
                #expect(served.status == .exited(0))
                #expect(served.errors.split(separator: "\n").count == count, "\(served.errors)")
                let checked = try await Program.run(["check", session.file])
                #expect(checked.status == .exited(0))
                #expect(checked.violationsOfSecrecy == [])
                // Ignore the warning that the films have no ids.
                let lines = checked.outputText.split(separator: "\n").filter { !$0.contains("'ids'") }
                #expect(lines.count == count, "\(lines)")
                #expect(lines.first?.contains(":6:") == true)
                #expect(lines.first?.contains("a secret is written into the file") == true)
                if count == 2 { #expect(lines[1].hasSuffix("run: chmod 600 \(session.file)")) }
            }
            #expect(session.server.log.holds(FaultSession.key))
        }
    }

    @Test("K16: A secret's file that others can read is not used, and the reason suggests `chmod`")
    func readableSecret() async throws {
        try await FaultSession.with { session in
            let secret = session.folder + "/films.key"
            try ProjectFiles.write(FaultSession.key + "\n", to: secret)
            let text = try ProjectFiles.text(session.file)
            try ProjectFiles.write(text.replacing("${env.FILMS_KEY}", with: "${file.\(secret)}"), to: session.file)
            for (mode, isUsed) in [(mode_t(0o644), false), (0o600, true)] {
                try #require(chmod(secret, mode) == 0)
                let outcome = try await session.run(try session.plan())
                #expect(outcome.violations() == [])
                #expect(outcome.outputText.contains("run: chmod 600 \(secret)") == !isUsed)
                #expect(session.server.log.holds(FaultSession.key) == isUsed)
            }
        }
    }

    @Test("K19: An unknown time zone is the same warning in every command, and a call works")
    func unknownZone() async throws {
        try await FaultSession.with { session in
            let text = try ProjectFiles.text(session.file)
            let base = "base_url: \(session.server.origin)"
            try #require(text.contains(base))
            try ProjectFiles.write(text.replacing(base, with: "time_zone: Asia/Seol\n    \(base)"), to: session.file)
            let warning = "'time_zone': the time zone 'Asia/Seol' is not known here"
            let checked = try await Program.run(["check", session.file])
            #expect(checked.status == .exited(0))
            #expect(checked.outputText.contains("warning: \(warning)"), "\(checked.outputText)")
            let served = try await session.run(try session.plan())
            #expect(served.violations() == [])
            #expect(served.errors.contains(warning), "\(served.errors)")
            let call = try await Program.run(
                ["call"] + session.arguments() + ["movies/search", "query=film"],
                environment: FaultSession.environment
            )
            #expect(call.status == .exited(0))
            #expect(call.errors.contains(warning), "\(call.errors)")
        }
    }

    @Test(
        "K18: Addresses that would leak a key or reach into the host are refused",
        arguments: [
            ("https://me:pw@films.example", "must not carry a user name or password"),
            ("file:///etc/passwd", "an address begins with https://"),
            ("http://films.example", "expected https"), ("http://10.0.0.7", "expected https"),
            ("http://169.254.169.254", "expected https"),
        ]
    )
    func addresses(_ address: String, _ reason: String) async throws {
        try await FaultSession.with { session in
            let text = try ProjectFiles.text(session.file)
            try ProjectFiles.write(text.replacing(session.server.origin, with: address), to: session.file)
            let outcome = try await session.run(try session.plan())
            #expect(outcome.status == .exited(78))
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(!outcome.errors.contains("me:pw"))
            #expect(outcome.violations() == [])
        }
    }
}

extension ProcessOutcome {
    /// The outputs that contain the session's key.
    fileprivate var violationsOfSecrecy: [String] {
        [outputText, errors].filter { $0.contains(FaultSession.key) }
    }
}
