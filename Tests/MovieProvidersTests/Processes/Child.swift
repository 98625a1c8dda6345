import HTTPModel
import JSON
import MovieDomain
import Platform
import Synchronization

@testable import MovieProviders

/// A source over a real child process: a shell script.
struct Child {
    let source: ProcessSession
    let roster = ChildProcessRegistry()
    let log = Log()

    /// The lines that went to our log.
    final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        private let added: AsyncStream<String>
        private let inlet: AsyncStream<String>.Continuation
        var all: [String] { lines.withLock { $0 } }

        init() {
            (added, inlet) = AsyncStream.makeStream()
        }

        func add(_ line: String) {
            lines.withLock { $0.append(line) }
            inlet.yield(line)
        }

        /// The next line; for one caller.
        func next() async -> String? {
            for await line in added { return line }
            return nil
        }
    }

    /// Answers every request, each with the line that it came in.
    static let echo = """
        while read -r line; do
          id=$(expr "$line" : '.*"id":\\([0-9]*\\),"method":"provider')
          [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"result":{"rows":[{"title":"%s"}]}}\\n' "$id" "$$"
        done
        """

    init(
        _ script: String,
        executable: String = "/bin/sh",
        arguments: [String]? = nil,
        environment: [String: String] = [:],
        timeout: Duration = .seconds(60),
        restart: RestartRule = RestartRule(attempts: 3, backoff: .milliseconds(1) ... .milliseconds(1)),
        limits: ProcessLimits = ProcessLimits(),
        secrets: [Secret] = []
    ) {
        let program = ChildProgram(
            executable: executable,
            arguments: arguments ?? ["-c", script],
            name: "sh",
            environment: [("PATH", SecretText("/usr/local/bin:/usr/bin:/bin"))]
                + environment.map { ($0.key, SecretText($0.value)) },
            folder: "/",
            timeout: timeout,
            restart: restart,
            limits: limits
        )
        source = ProcessSession(
            program,
            roster: roster,
            mask: SecretMask(secrets),
            clock: SystemMonotonicClock(),
            log: log.add
        )
    }

    /// The title of the first row of an answer.
    func title(_ params: String = "{}") async throws(ChildFailure) -> String? {
        try await source.ask("provider/search", Array(params.utf8))["rows"]?[0]?["title"]?.string
    }

    /// What a call fails with; `nil` where it does not.
    func failure() async -> ChildFailure? {
        do throws(ChildFailure) {
            _ = try await title()
            return nil
        } catch {
            return error
        }
    }

    /// What a call gives in the end, however often it takes too long on a busy machine.
    func patientTitle() async throws(ChildFailure) -> String? {
        while true {
            do throws(ChildFailure) {
                return try await title()
            } catch {
                guard error == .timedOut else { throw error }
            }
        }
    }

    /// Ends the source as the program's end does; how many children are left then.
    func close() async -> Int {
        source.close()
        await roster.close(within: .seconds(60))
        return roster.count
    }
}
