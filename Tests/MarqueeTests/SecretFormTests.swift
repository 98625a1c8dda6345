import JSON
import MarqueeTestKit
import Testing

/// A source that repeats a secret in every form and in every part of an answer.
@Suite("Secrets that a source repeats")
struct SecretFormTests {
    /// Keys in several alphabets, and with characters that can be escaped in several ways.
    static let keys =
        ["k3y/with+signs==and&more", #"quo"te\back/slash%2Fhalf"#, "비밀열쇠-2026-대한민국", "ключ%20с+пробел/\\"]
        + (StressRun.isWanted ? moreKeys : [])

    private static let moreKeys = [
        "0123456789abcdefABCDEF", "two words and a + sign", "КлючОтФильмов/2026", "schlüssel~größe_ÄÖ?#",
        "🔑🎬key-emoji🗝️", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXg",
    ]

    private static func definition(_ id: String, _ auth: String, at origin: String) -> String {
        """
          - id: \(id)
            base_url: "\(origin)/\(id)"
            timeout: 5s
            retry: { attempts: 1 }
            auth: { \(auth) }
            secrets: [ECHO_KEY]
            errors: [{ when: { status: 401 }, kind: auth, message: message, code: code }]
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                cache: { ttl: 1h }
                rows: films
                item: { ids: { \(id): id }, title: { path: title, required: true }, overview: text, images: { path: poster, kind: poster } }

        """
    }

    /// Answers that contain the forms in the body, headers, redirects, and error messages.
    ///
    /// Good answers between them keep the circuit breaker closed.
    private static func answers(_ forms: [String]) -> [ScriptedAnswer] {
        let films = forms.enumerated().map { number, form in
            let text = JSONValue.string(form).jsonText
            return
                #"{"id":"\#(number)","title":\#(text),"text":"see \#(text.dropFirst()),"poster":"https://i.example/p"}"#
        }
        // Also use the forms verbatim if that is valid JSON, so that escaped ones stay escaped.
        let raw = forms.filter { form in (try? JSONDocument("\"\(form)\"")) != nil }
            .map { #"{"id":"\#($0)","title":"raw \#($0)"}"# }
        let plain = ScriptedAnswer.json(#"{"films":[{"id":"plain","title":"plain"}]}"#)
        let headers = forms.filter { form in form.unicodeScalars.allSatisfy { $0.value >= 0x20 } }
        var bad = headers.map { ScriptedAnswer.redirect(to: "http://elsewhere.invalid/?k=\($0)") }
        for start in stride(from: 0, to: forms.count, by: 4) {
            let some = forms[start..<min(start + 4, forms.count)]
            let message = JSONValue.string(some.joined(separator: " is wrong, ")).jsonText
            bad.append(
                .json(#"{"message":\#(message),"code":\#(JSONValue.string(some[start]).jsonText)}"#, status: 401)
            )
            bad.append(.reply(500, body: Array(message.utf8)))
        }
        return [
            .json(#"{"films":[\#(films.joined(separator: ","))]}"#), plain,
            .json(#"{"films":[\#(raw.joined(separator: ","))]}"#), plain,
            .json(#"{"films":[{"id":"3","title":"in headers"}]}"#, headers: headers.map { ("X-Echo", $0) }), plain,
        ] + bad.flatMap { [plain, $0, plain] }
    }

    @Test("A secret reaches no file, answer, log, or trace in any form", arguments: keys)
    func forms(_ key: String) async throws {
        let forms = SecretForms.all(of: key, user: "user")
        try await ScriptedServer.withFolder { server, folder in
            let answers = Self.answers(forms.sorted())
            let requests = answers.indices.map { Talk.request($0 + 1, "movies/search", #"{"query":"f\#($0)"}"#) }
            for id in ["inquery", "basic"] {
                server.on(ScriptedRoute("/\(id)/search")) { _, use in answers[min(use, answers.count - 1)] }
            }
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(
                "version: 1\nproviders:\n"
                    + Self.definition(
                        "inquery",
                        #"kind: api_key, in: query, name: k, value: "${env.ECHO_KEY}""#,
                        at: server.origin
                    )
                    + Self.definition(
                        "basic",
                        #"kind: basic, username: user, password: "${env.ECHO_KEY}""#,
                        at: server.origin
                    ),
                to: file
            )
            let outcome = try await Program.run(
                [
                    "--config", file, "--trust", "--cache-dir", folder + "/cache", "--data-dir", folder + "/data",
                    "--log-level", "trace", "--trace", folder + "/trace", "--max-in-flight", "1",
                ],
                lines: requests + [Talk.request(99_999, "providers/status")],
                environment: ["ECHO_KEY": key, "HOME": folder]
            )
            #expect(outcome.status == .exited(0), "\(outcome.errors.suffix(500))")
            #expect(outcome.outputText.contains(#""text":"plain""#))
            #expect(outcome.outputText.contains("***"))
            let files = try await ProcessOutcome.of(
                ProcessPlan("/bin/sh", ["-c", #"find "$0" -type f ! -name providers.yaml -exec cat {} +"#, folder])
            )
            for (place, bytes) in [
                ("stdout", outcome.output), ("stderr", Array(outcome.errors.utf8)), ("a file", files.output),
            ] {
                let found = SecretForms.found(forms, in: bytes)
                #expect(found.isEmpty, "\(place) holds \(found.sorted().prefix(4))")
            }
        }
    }
}
