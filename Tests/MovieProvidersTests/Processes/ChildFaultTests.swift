import Foundation
import HTTPModel
import MarqueeTestKit
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Child process faults")
struct ChildFaultTests {
    @Test("A child starts with the first call, answers concurrent calls, and ends with its session")
    func working() async throws {
        let child = Child(Child.echo)
        #expect(child.roster.count == 0)
        let process = try await child.title()
        let others = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { try await child.title() } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(others == [process])
        #expect(child.source.health == ProcessHealth(state: .running))
        #expect(await child.close() == 0)
        #expect(await child.failure() == .stopped)
    }

    @Test("A child inherits only three descriptors, PATH, and the configured variables")
    func surroundings() async throws {
        let script = #"""
            read -r line
            names=$(env | cut -d= -f1 | grep -v -e PWD -e SHLVL -e '^_$' | sort | tr '\n' ' ')
            for n in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 20 30 50 100; do
              [ -e /proc/$$/fd/$n ] && files="$files$n "
            done
            printf '{"jsonrpc":"2.0","id":1,"result":{"rows":[{"title":"%s%s%s"}]}}\n' "$names" "$files" "$KEY"
            read -r line
            """#
        let child = Child(script, environment: ["KEY": "value"])
        let title = try await child.title()
        #if os(Linux)
        #expect(title == "KEY PATH 0 1 2 value")
        #else
        #expect(title == "KEY PATH value")
        #endif
        #expect(await child.close() == 0)
    }

    @Test("A child that keeps crashing at startup fails each call until it is given up")
    func crashAtStart() async throws {
        let rule = RetryPolicy(attempts: 2, backoff: .milliseconds(1) ... .milliseconds(1))
        let child = Child("echo 'no such module' >&2; exit 3", restart: rule)
        for _ in 0..<3 { #expect(await child.failure() == .exited(3)) }
        guard case .resting(let pause, after: 3) = await child.failure() else {
            Issue.record("it is not left alone")
            return
        }
        #expect(pause > .seconds(200))
        #expect(child.source.health.state == .failed)
        #expect(child.source.health.restarts == 2)
        let words = child.source.failure(.exited(3), "shelf")
        #expect(words.message == "sh ended with exit code 3")
        #expect(words.hint == "its last output: no such module")
        #expect(child.log.all.contains("sh ended with exit code 3"))
        #expect(await child.close() == 0)
    }

    @Test("A crash fails the pending calls at once, and the next call starts a new child")
    func crashInCall() async throws {
        let child = Child("echo up >&2; read -r one; read -r two; kill -9 $$")
        async let first = child.failure()
        async let second = child.failure()
        #expect(await [first, second] == [.signalled(9), .signalled(9)])
        let third = Task { await child.failure() }
        #expect(await child.log.next() == "up")
        #expect(await child.log.next() == "sh was ended by signal 9")
        #expect(await child.log.next() == "up")
        #expect(child.source.health.restarts == 1)
        third.cancel()
        _ = await third.value
        #expect(await child.close() == 0)
    }

    @Test("A child that exits after each answer is restarted without a pause")
    func oneShot() async throws {
        let script =
            #"read -r line; echo '{"jsonrpc":"2.0","id":'"$(expr "$line" : '.*"id":\([0-9]*\)')"',"result":{"rows":[{"title":"A"}]}}'"#
        let child = Child(script, restart: RetryPolicy(attempts: 1, backoff: .seconds(60) ... .seconds(60)))
        for _ in 0..<3 {
            #expect(try await child.title() == "A")
            await child.roster.waitUntilEmpty()
        }
        let settled = ProcessHealth(state: .idle, restarts: 2)
        #expect(try await holdsEventually { child.source.health == settled })
        #expect(await child.close() == 0)
    }

    @Test(
        "A program that does not exist or is not executable is not started",
        arguments: ["/nowhere/at-all", "/etc/passwd"]
    )
    func missing(_ path: String) async {
        let child = Child("", executable: path, arguments: [])
        guard case .notStarted(let words) = await child.failure() else {
            Issue.record("it was started")
            return
        }
        #expect(words.hasPrefix(path + ": "))
        #expect(await child.close() == 0)
    }

    @Test("A call that times out is canceled, and the child keeps running")
    func timeout() async throws {
        // Answers no call until the first one is canceled, and every call after that.
        let script = #"""
            while read -r line; do
              id=$(expr "$line" : '.*"id":\([0-9]*\),"method"')
              [ -n "$id" ] || hit=${hit:-$(expr "$line" : '.*cancelRequest.*"id":\([0-9]*\)')}
              [ -z "$id" ] || [ -z "$hit" ] ||
                printf '{"jsonrpc":"2.0","id":%s,"result":{"rows":[{"title":"cancelled %s"}]}}\n' "$id" "$hit"
            done
            """#
        var limits = ProcessLimits()
        limits.startAllowance = .seconds(600)
        let child = Child(script, timeout: .seconds(1), limits: limits)
        #expect(await child.failure() == .timedOut)
        #expect(try await child.patientTitle() == "cancelled 1")
        #expect(child.source.health == ProcessHealth(state: .running))
        #expect(await child.close() == 0)
    }

    @Test("Canceling a call ends it at once and notifies the child")
    func cancellation() async throws {
        let script = #"read -r call; echo called >&2; read -r cancel; echo "$cancel" >&2; read -r line"#
        let child = Child(script)
        let call = Task { await child.failure() }
        #expect(await child.log.next() == "called")
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(await child.log.next() == #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
        #expect(await child.close() == 0)
    }

    @Test("A child that hangs is ended after two calls without a sign of life, and restarted")
    func hang() async throws {
        let script = #"""
            read -r line
            printf '{"jsonrpc":"2.0","id":%s,"result":{"rows":[{"title":"A"}]}}\n' "$(expr "$line" : '.*"id":\([0-9]*\)')"
            exec sleep 600
            """#
        let child = Child(script, timeout: .seconds(1))
        #expect(try await child.patientTitle() == "A")
        #expect(await child.failure() == .timedOut)
        #expect(await child.failure() == .timedOut)
        #expect(await child.log.next() == "sh did not respond, and was ended")
        #expect(try await child.patientTitle() == "A")
        #expect(child.source.health.restarts >= 1)
        #expect(await child.close() == 0)
    }

    @Test("A little garbage is skipped, but endless garbage fails the call")
    func garbage() async throws {
        let some = Child("echo hello; echo '{\"id\":1}'; echo; " + Child.echo)
        #expect(try await some.title() != nil)
        #expect(await some.close() == 0)
        let endless = Child("exec yes nonsense")
        #expect(await endless.failure() == .babbled("nonsense"))
        #expect(endless.source.failure(.babbled("nonsense"), "shelf").kind == .malformed)
        #expect(await endless.close() == 0)
    }

    @Test(
        "What a program says about a failure is cut to a few hundred characters",
        arguments: [
            String(repeating: "m", count: 70_000), String(repeating: "\\\"", count: 50_000),
            "e" + String(repeating: "\u{301}", count: 50_000),
        ]
    )
    func longMessage(_ message: String) async throws {
        let answer = #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"\#(message)"}}"#
        let child = Child("read -r line; cat <<'END'\n\(answer)\nEND\nread -r line")
        let failure = try #require(await child.failure())
        let words = child.source.failure(failure, "shelf").message
        #expect(words.unicodeScalars.count == 501)
        #expect(words.hasSuffix("…"))
        #expect(await child.close() == 0)
    }

    @Test("A line that is not JSON is logged")
    func strayLine() async throws {
        let child = Child("echo hello; " + Child.echo)
        #expect(try await child.title() != nil)
        #expect(await child.log.next() == "sh wrote a line that is not an answer: 'hello'")
        #expect(await child.close() == 0)
    }

    @Test(
        "A line that was meant as an answer and is none fails its call at once, and says what is wrong",
        arguments: [
            (#"{"id":1,"result":{}}"#, #"expected "jsonrpc": "2.0""#),
            (#"{"jsonrpc":"2.0","id":"1","result":{}}"#, "expected the 'id' of the request, a number"),
            (#"{"jsonrpc":"2.0","result":{}}"#, "expected the 'id' of the request, a number"),
            (#"{"jsonrpc":"2.0","id":77,"result":{}}"#, "expected the 'id' of the request, 1, found 77"),
            (#"{"jsonrpc":"2.0","id":1,"error":"boom"}"#, "expected an 'error' with a 'code'"),
            (#"{"jsonrpc":"2.0","id":1}"#, "expected 'result' or 'error'"),
        ]
    )
    func noAnswer(_ line: String, _ problem: String) async throws {
        let child = Child("read -r request; echo '\(line)'; exec cat >/dev/null")
        let failure = await child.failure()
        #expect(failure == .noAnswer(line: line, problem: problem))
        let error = child.source.failure(.noAnswer(line: line, problem: problem), "shelf")
        #expect(error.kind == .malformed && !error.isRetryable)
        #expect(error.message == "sh wrote a line that is not an answer: \(problem), in '\(line)'")
        #expect(await child.close() == 0)
    }

    @Test(
        "An answer over several lines, or not in UTF-8, fails its call at once",
        arguments: [
            (#"{\n  "jsonrpc": "2.0",\n  "id": 1\n}\n"#, #"  "jsonrpc": "2.0","#, "(column 12)"),
            (
                #"{"jsonrpc":"2.0","id":1,"result":{"title":"\351"}}\n"#,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"title\":\"\u{FFFD}\"}}", "(column 44)"
            ),
        ]
    )
    func unreadableLine(_ output: String, _ line: String, _ position: String) async throws {
        let child = Child("read -r request; printf '\(output)'; exec cat >/dev/null")
        let failure = await child.failure()
        guard case .noAnswer(line: line, let problem) = failure else {
            Issue.record("expected a line that is no answer, found \(String(describing: failure))")
            return
        }
        #expect(problem.hasSuffix(position), "\(problem)")
        #expect(await child.close() == 0)
    }

    @Test("An endless line fails the call at the line limit")
    func flood() async throws {
        var limits = ProcessLimits()
        limits.lineBytes = 1 << 20
        // Keep the original stdin open: a child that closes it is ended for not reading.
        let child = Child("exec 3<&0; exec tr '\\0' x </dev/zero", limits: limits)
        let failure = await child.failure()
        #expect(failure == .lineTooLong(1 << 20))
        #expect(await child.close() == 0)
    }

    @Test("A flood on stderr is logged only in part and does not block answers")
    func errorFlood() async throws {
        let child = Child("yes noise | head -n 100000 >&2; " + Child.echo)
        #expect(try await child.title() != nil)
        #expect(child.log.all.first == "noise")
        #expect(child.log.all.count < 2_000)
        #expect(await child.close() == 0)
    }

    @Test("Secrets in a child's output are masked in the log and in hints")
    func secrets() async throws {
        let child = Child("echo \"key $KEY\" >&2; exit 1", environment: ["KEY": "s3cret"], secrets: [Secret("s3cret")])
        #expect(await child.failure() == .exited(1))
        #expect(child.log.all.first == "key ***")
        #expect(child.source.failure(.exited(1), "shelf").hint == "its last output: key ***")
        #expect(await child.close() == 0)
    }

    @Test("A slow start is waited for even if calls time out meanwhile")
    func slowStart() async throws {
        // The script simulates a start that lasts until three calls have been canceled.
        let start = """
            while [ "${n:-0}" -lt 3 ]; do
              read -r line
              case "$line" in *cancelRequest*) n=$((n + 1)) ;; esac
            done

            """
        var limits = ProcessLimits()
        limits.startAllowance = .seconds(600)
        let child = Child(start + Child.echo, timeout: .milliseconds(500), limits: limits)
        for _ in 0..<3 { #expect(await child.failure() == .timedOut) }
        #expect(try await child.patientTitle() != nil)
        #expect(child.source.health == ProcessHealth(state: .running))
        #expect(await child.close() == 0)
    }

    @Test("Calls are refused when a child has left too much input unread")
    func unread() async throws {
        var limits = ProcessLimits()
        limits.unreadBytes = 1 << 20
        let child = Child("exec sleep 600", timeout: .seconds(600), limits: limits)
        let params = "{\"query\":\"" + String(repeating: "x", count: 600_000) + "\"}"
        // Whichever of the calls comes second is refused at once, while the other one waits for its answer.
        let failure = await withTaskGroup(of: ChildFailure?.self) { group in
            for _ in 0..<2 { group.addTask { await child.failure(params) } }
            defer { group.cancelAll() }
            return await group.next()
        }
        #expect(failure == .notReading)
        #expect(await child.close() == 0)
    }

    @Test(
        "No process outlives its session, even if it ignores end of input or SIGTERM or has children",
        arguments: [
            "while :; do sleep 600; done",
            "trap '' TERM HUP INT; while :; do sleep 600; done",
            "sleep 600 & sleep 600 & exec 0<&-; sleep 600",
        ]
    )
    func stubborn(_ script: String) async throws {
        let child = Child("echo $$ >&2; " + script)
        let call = Task { await child.failure() }
        let group = try #require(await child.log.next().flatMap { Int32($0) })
        #expect(await child.close() == 0)
        // On a busy machine, a killed process takes a while to vanish; a survivor would sleep for ten minutes.
        #expect(try await holdsEventually { try Self.isGone(group) })
        #expect(await call.value != nil)
    }

    /// Returns whether no process of a group is running any more, zombies aside.
    private static func isGone(_ group: Int32) throws -> Bool {
        #if os(Linux)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int32(name) != nil {
            // A process that has ended meanwhile has no such file.
            guard let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else { continue }
            let fields = line.drop { $0 != ")" }.split(separator: " ")
            if fields.count > 3, Int32(fields[3]) == group, fields[1] != "Z", fields[1] != "X" { return false }
        }
        return true
        #else
        return kill(-group, 0) == -1
        #endif
    }
}

@Suite("Child process leaks")
struct ChildLeakTests {
    @Test("100 restarts leave neither zombies nor descriptors")
    func restarts() async {
        // Use a separate process because concurrent tests open files, too.
        await #expect(processExitsWith: .success) { try await ChildLeakTests.restart() }
    }

    private static func restart() async throws {
        let rule = RetryPolicy(attempts: 200, backoff: .milliseconds(1) ... .milliseconds(1))
        let child = Child("read -r line; echo oops >&2; exit 1", restart: rule)
        #expect(await child.failure() == .exited(1))
        await child.roster.waitUntilEmpty()
        let before = descriptorCount
        for _ in 0..<100 { #expect(await child.failure() == .exited(1)) }
        #expect(child.source.health.restarts == 100)
        #expect(await child.close() == 0)
        // The process has a few descriptors of its own; a leak would add hundreds.
        #expect(descriptorCount < before + 10)
        #expect(waitpid(-1, nil, WNOHANG) == -1, "no child is left, ended or not")
    }

    private static var descriptorCount: Int {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
        } catch {
            return -1
        }
    }
}
