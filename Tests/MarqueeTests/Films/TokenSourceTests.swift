import JSON
import MarqueeTestKit
import Synchronization
import Testing

/// Sources that require a token and issue it for a password or a client secret.
@Suite("Login tokens")
struct TokenSourceTests {
    private static let password = "c1ub-password/+0123"
    private static let environment = ["CLUB_PASSWORD": password, "CLUB_SECRET": "c1ient secret&more"]

    /// A source that issues numbered tokens and accepts only the newest one.
    private final class Club: Sendable {
        private final class State: Sendable {
            let value = Mutex((logins: 0, refuses: false, echoes: true))
        }

        let server: ScriptedServer
        private let state = State()

        init() throws {
            server = try ScriptedServer()
            server.on(ScriptedRoute("/api/login", method: "POST")) { [state] request, _ in
                let body = String(decoding: request.body, as: UTF8.self)
                return state.value.withLock { state in
                    state.logins += 1
                    guard body.contains(TokenSourceTests.password) else {
                        return .json(#"{"error":"wrong password"}"#, status: 401)
                    }
                    return .json(#"{"data":{"token":"\#(Self.token(state.logins))"},"expires_in":"0.9"}"#)
                }
            }
            server.on("/api/search") { [state] request, _ in
                let authorization = request.header("Authorization") ?? ""
                let (logins, refuses, echoes) = state.value.withLock(\.self)
                guard !refuses, authorization == "Bearer \(Self.token(logins))" else {
                    return .json(#"{"error":"\#(authorization) is no good"}"#, status: 401)
                }
                guard echoes else { return .json(#"{"films":[{"id":"1","title":"Pier"}]}"#) }
                // A careless source repeats the token.
                let echo = #"{"films":[{"id":"1","title":"Pier"},{"id":"2","title":"\#(authorization)"}]}"#
                return .json(echo, headers: [("X-Echo", authorization)])
            }
        }

        static func token(_ number: Int) -> String { "t0ken-\(number)-abcdefghijklmnop" }

        var logins: Int { state.value.withLock { $0.logins } }
        var searches: Int { server.log.requests.count { $0.path == "/api/search" } }

        /// Invalidates the token, as a login elsewhere does.
        func invalidateToken() { state.value.withLock { $0.logins += 1 } }
        func beDiscreet() { state.value.withLock { $0.echoes = false } }
        func refuseAll() { state.value.withLock { $0.refuses = true } }
    }

    private static func definition(_ origin: String, _ auth: String, more: String = "") -> String {
        """
        version: 1
        providers:
          - id: club
            base_url: "\(origin)/api"
            retry: { attempts: 1 }
            auth: \(auth)
            errors: [{ when: { status: 401 }, kind: auth, message: error }]
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
        \(more)        rows: films
                item: { ids: { club: id }, title: title }

        """
    }

    private static func login(_ more: String = "") -> String {
        #"{ kind: token, from: { post: /login, body: { user: kim, password: "${env.CLUB_PASSWORD}" }, path: data.token\#(more) } }"#
    }

    private func with(
        _ auth: String = login(),
        more: String = "",
        _ body: (Club, [String], String) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let club = try Club()
            defer { club.server.stop() }
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(Self.definition(club.server.origin, auth, more: more), to: file)
            let arguments = [
                "--config", file, "--trust", "--cache-dir", folder + "/cache", "--data-dir", folder + "/data",
            ]
            try await body(club, arguments, folder)
        }
    }

    private func talk(
        _ arguments: [String],
        _ environment: [String: String] = environment,
        _ body: (RunningProcess) async throws -> Void
    ) async throws {
        try await RunningProcess.withProcess(Program.plan(arguments, environment: environment)) { process in
            try await body(process)
            process.closeInput()
            #expect(try await process.waitForExit() == .exited(0))
        }
    }

    private func search(
        _ process: RunningProcess,
        _ query: String
    ) async throws -> (titles: [String], status: String?, error: JSONElement?) {
        process.send(Talk.request(1, "movies/search", #"{"query":"\#(query)"}"#))
        let answer = try await process.readJSON()
        let sources = answer["result"]?["sources"] ?? answer["error"]?["data"]?["sources"]
        let titles = answer["result"]?["movies"]?.elements.compactMap { $0["title"]?.string } ?? []
        return (titles, sources?[0]?["status"]?.string, sources?[0]?["error"])
    }

    private func expectFilm(_ process: RunningProcess, _ query: String) async throws {
        let (titles, _, error) = try await search(process, query)
        #expect(titles.first == "Pier", "\(error.map { "\($0)" } ?? "")")
    }

    @Test("The first call logs in, later ones reuse the token, and concurrent calls log in once")
    func once() async throws {
        try await with { club, arguments, _ in
            try await talk(arguments) { process in
                for number in 1...5 { process.send(Talk.request(number, "movies/search", #"{"query":"q\#(number)"}"#)) }
                for _ in 1...5 {
                    let answer = try await process.readJSON()
                    #expect(answer["result"]?["movies"]?[0]?["title"]?.string == "Pier", "\(answer)")
                }
                try await expectFilm(process, "more")
            }
            #expect(club.logins == 1)
            #expect(club.searches == 6)
            let login = try #require(club.server.log.requests.first)
            #expect(String(decoding: login.body, as: UTF8.self) == #"{"user":"kim","password":"\#(Self.password)"}"#)
            #expect(login.header("Content-Type") == "application/json")
        }
    }

    @Test("A refused token is renewed once")
    func refused() async throws {
        try await with { club, arguments, _ in
            try await talk(arguments) { process in
                try await expectFilm(process, "a")
                club.invalidateToken()
                try await expectFilm(process, "b")
                #expect(club.logins == 3)
                #expect(club.searches == 3)
                club.refuseAll()
                for query in ["c", "d", "e"] {
                    let error = try await search(process, query).error
                    #expect(error?["kind"]?.string == "auth")
                }
                // One login for the first refusal, and none while its token is refused as well.
                #expect(club.logins == 4)
                #expect(club.searches == 7)
            }
        }
    }

    @Test("An expired token is renewed before the next call", arguments: [", expires: 1s", ", expires: expires_in"])
    func expiry(_ expires: String) async throws {
        try await with(Self.login(expires)) { club, arguments, _ in
            try await talk(arguments) { process in
                try await expectFilm(process, "a")
                try await Task.sleep(for: .milliseconds(1_050))
                try await expectFilm(process, "b")
                #expect(club.logins == 2)
                #expect(club.searches == 2)
            }
        }
    }

    @Test("A wrong password is an error that names the login, and it is tried only once")
    func wrongPassword() async throws {
        try await with { club, arguments, _ in
            try await talk(arguments, ["CLUB_PASSWORD": "another-password"]) { process in
                for query in ["a", "b", "c"] {
                    let error = try await search(process, query).error
                    #expect(error?["kind"]?.string == "auth")
                    let login = "the login (POST \(club.server.origin)/api/login) failed"
                    let words = "the source answered with HTTP status 401: wrong password"
                    #expect(error?["message"]?.string == "\(login): \(words)")
                    #expect(error?["hint"]?.string == "check the value of CLUB_PASSWORD")
                }
            }
            #expect(club.logins == 1)
            #expect(club.searches == 0)
        }
    }

    @Test("A stale answer is served without a login if the source is down")
    func kept() async throws {
        func cache(_ ttl: String) -> String { "        cache: { ttl: \(ttl), stale_if_error: 1d }\n" }
        try await with(Self.login(), more: cache("1h")) { club, arguments, folder in
            club.beDiscreet()
            for _ in 1...2 {
                try await talk(arguments) { process in
                    let answer = try await search(process, "a")
                    #expect((answer.titles, answer.status) == (["Pier"], "ok"))
                }
                #expect((club.logins, club.searches) == (1, 1))
            }
            club.server.stop()
            // A shorter lifetime counts at once, so the kept answer is stale now.
            let definition = Self.definition(club.server.origin, Self.login(), more: cache("1ms"))
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            try await talk(arguments) { process in
                let answer = try await search(process, "a")
                #expect((answer.titles, answer.status) == (["Pier"], "stale"))
            }
            #expect((club.logins, club.searches) == (1, 1))
        }
    }

    @Test("No token or password appears in a file, the log, the trace, or an answer")
    func secrecy() async throws {
        try await with(more: "        cache: { ttl: 1h }\n") { club, arguments, folder in
            let lines = (1...3).map { Talk.request($0, "movies/search", #"{"query":"q\#($0)"}"#) }
            let options = ["--log-level", "trace", "--trace", folder + "/trace"]
            let outcome = try await Program.run(
                arguments + options,
                lines: lines + [Talk.request(9, "providers/status")],
                environment: Self.environment
            )
            club.refuseAll()
            let refused = try await Program.run(arguments + options, lines: lines, environment: Self.environment)
            let lost = try await Program.run(
                arguments + options,
                lines: lines.map { $0.replacing("q", with: "r") },
                environment: Self.environment
            )
            #expect(outcome.outputText.contains("Bearer ***"))
            let files = try await ProcessOutcome.of(
                ProcessPlan("/bin/sh", ["-c", #"find "$0" -type f ! -name providers.yaml -exec cat {} +"#, folder])
            )
            let texts = [outcome, refused, lost].flatMap { [$0.output, Array($0.errors.utf8)] } + [files.output]
            for bytes in texts {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("t0ken-"), "\(text.suffix(2_000))")
                #expect(!text.contains("c1ub-password"))
            }
        }
    }

    @Test(
        "OAuth 2 credentials go to the token URL in a header or the body, and `check` names its host",
        arguments: [
            ("", "grant_type=client_credentials&scope=films+read", true),
            (
                ", credentials: body",
                "grant_type=client_credentials&scope=films+read&client_id=kim&client_secret=c1ient+secret%26more", false
            ),
        ]
    )
    func oauth2(_ credentials: String, _ body: String, _ hasHeader: Bool) async throws {
        let issuer = try ScriptedServer()
        defer { issuer.stop() }
        issuer.on(
            ScriptedRoute("/oauth/token", method: "POST"),
            .json(#"{"access_token":"\#(Club.token(0))","token_type":"Bearer","expires_in":3600}"#)
        )
        let auth =
            #"{ kind: oauth2, token_url: "\#(issuer.origin)/oauth/token", client_id: kim, client_secret: "${env.CLUB_SECRET}", scope: films read\#(credentials) }"#
        try await with(auth) { club, arguments, folder in
            let found = try await Program.result(
                arguments,
                "movies/search",
                #"{"query":"a"}"#,
                environment: Self.environment
            )
            #expect(found["movies"]?[0]?["title"]?.string == "Pier", "\(found)")
            let login = try #require(issuer.log.requests.first)
            #expect(String(decoding: login.body, as: UTF8.self).replacing("%20", with: "+") == body)
            #expect(login.header("Content-Type") == "application/x-www-form-urlencoded")
            // kim:c1ient%20secret%26more
            #expect((login.header("Authorization") == "Basic a2ltOmMxaWVudCUyMHNlY3JldCUyNm1vcmU=") == hasHeader)
            let check = try await Program.run(["check", folder + "/providers.yaml"])
            #expect((check.outputText + check.errors).contains("hosts \(club.server.origin), \(issuer.origin)"))
        }
    }

    @Test(
        "`check` reports mistakes in the authentication",
        arguments: [
            ("{ kind: token }", "auth of kind token needs 'from'"),
            (
                "{ kind: token, from: { post: login, path: token } }",
                "expected a path that begins with '/', found 'login'"
            ),
            ("{ kind: token, from: { post: /login } }", "a login needs 'path'"),
            (
                "{ kind: token, from: { post: /login, body: { a: b }, form: { a: b }, path: token } }",
                "a login: use either 'body' or 'form', not both"
            ),
            (
                "{ kind: oauth2, token_url: \"http://id.example/t\", client_id: a, client_secret: \"${env.CLUB_SECRET}\" }",
                "expected https"
            ),
            ("{ kind: tokens }", "did you mean 'token'?"),
        ]
    )
    func mistakes(_ auth: String, _ message: String) async throws {
        try await with(auth) { _, _, folder in
            let check = try await Program.run(["check", folder + "/providers.yaml"])
            #expect(check.status == .exited(78))
            #expect((check.outputText + check.errors).contains(message), "\(check.outputText)\(check.errors)")
        }
    }
}
