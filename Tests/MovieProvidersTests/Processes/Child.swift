import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Synchronization

@testable import MovieProviders

/// A session with a real child process that runs a shell script.
struct Child {
    let source: ProcessSession
    let roster = ChildProcessRegistry()
    let log = Log()

    /// The lines that the session has logged.
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

        /// Returns the next line to a single caller.
        func next() async -> String? {
            for await line in added { return line }
            return nil
        }
    }

    /// A script that answers every request with the process ID of its shell.
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
        timeout: Duration = .seconds(600),
        restart: RetryPolicy = RetryPolicy(attempts: 3, backoff: .milliseconds(1) ... .milliseconds(1)),
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

    /// Returns the title of the first row of an answer.
    func title(_ params: String = "{}") async throws(ChildFailure) -> String? {
        try await source.ask("provider/search", Array(params.utf8))["rows"]?[0]?["title"]?.string
    }

    /// Returns the failure of a call, or `nil` if the call succeeds.
    func failure(_ params: String = "{}") async -> ChildFailure? {
        do throws(ChildFailure) {
            _ = try await title(params)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the title of the first row, and retries after timeouts because the machine may be busy.
    func patientTitle() async throws(ChildFailure) -> String? {
        while true {
            do throws(ChildFailure) {
                return try await title()
            } catch {
                guard error == .timedOut else { throw error }
            }
        }
    }

    /// Closes the session as the program does at exit, and returns the number of remaining children.
    func close() async -> Int {
        source.close()
        await roster.close(within: .seconds(60))
        return roster.count
    }
}
