import HTTPModel
import MarqueeTestKit
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Synchronization
import Testing

@testable import DefinitionTools

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Tests embedded in definitions")
struct DefinitionTestRunTests {
    @Test("The tests of every bundled definition pass", arguments: BundledDefinition.all.map(\.id))
    func bundled(_ id: String) throws {
        let definition = try DefinitionToolsTests.bundled(id)
        let results = DefinitionTestRun(files: .inMemory([:])).results(of: definition)
        #expect(results.map(\.test.name) == definition.tests.map(\.name))
        #expect(results.count >= 5)
        for result in results { #expect(result.differences == [], "\(result.test.name)") }
    }

    @Test("A test's response file is resolved relative to its definition")
    func file() throws {
        let text = """
            version: 1
            providers:
              - id: films
                base_url: https://films.example
                operations: { search: { get: /, rows: ., item: { title: t } } }
                tests: [{ name: n, operation: search, response: answers/a.json, expect: { count: 2 } }]
            """
        let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "/etc/films.yaml", bundled: [])
        let provider = try #require(outcome.configuration?.providers.first)
        func differences(_ path: String, _ content: String) -> [String] {
            DefinitionTestRun(files: .inMemory([path: Array(content.utf8)])).results(of: provider)
                .flatMap(\.differences).map(\.description)
        }
        #expect(differences("/etc/answers/a.json", #"[{"t":"A"},{"t":"B"}]"#) == [])
        #expect(differences("/etc/answers/a.json", #"[{"t":"A"}]"#) == ["expected 2 items, found 1"])
        #expect(
            differences("/etc/b.json", "[]") == [
                "expected a test that can be run, found /etc/answers/a.json: there is no such file"
            ]
        )
    }

    @Test("Answers are read only in or below the folder of the definition, whatever its tests and links say")
    func elsewhere() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write("[]", to: folder + "/secret.json")
            for path in ["/def", "/def/answers"] { try #require(mkdir(folder + path, 0o700) == 0) }
            try ProjectFiles.write("[]", to: folder + "/def/answers/a.json")
            #expect(symlink("../secret.json", folder + "/def/out.json") == 0)
            #expect(symlink("..", folder + "/def/up") == 0)
            #expect(symlink("answers", folder + "/def/in") == 0)
            for (name, isRead) in [
                ("answers/a.json", true), ("in/a.json", true), ("../secret.json", false), ("out.json", false),
                ("up/secret.json", false), ("answers/../../secret.json", false), (folder + "/secret.json", false),
            ] {
                let text = """
                    version: 1
                    providers:
                      - id: films
                        base_url: https://films.example
                        operations: { search: { get: /, rows: ., item: { title: t } } }
                        tests: [{ name: n, operation: search, response: \(name), expect: { count: 0 } }]
                    """
                let file = folder + "/def/films.yaml"
                let outcome = DefinitionCheck(environment: .current, kinds: [])
                    .outcome(of: Array(text.utf8), file: file, permissions: nil)
                let warning = "\(file):6:53: warning: '\(name)' leads out of the folder of this file, and is not read"
                let warnings = outcome.diagnostics.map(\.description).filter { $0.contains("\(name)'") }
                #expect(warnings == (isRead ? [] : [warning]))
                let provider = try #require(outcome.configuration?.providers.first)
                let found = DefinitionTestRun(files: .local).results(of: provider).flatMap(\.differences)
                let reason = "not in the folder of the file that names it"
                #expect(found.isEmpty == isRead && found.allSatisfy { $0.came.hasSuffix(reason) }, "\(found)")
            }
        }
    }

    @Test("An answer of many tests is read once, and tests after the deadline are left out with a warning")
    func bounds() throws {
        let reads = Mutex(0)
        let files = FileSystem { _, _ in
            reads.withLock { $0 += 1 }
            return .success(Array(#"[{"t":"A"}]"#.utf8))
        }
        let test = "{ name: n, operation: search, response: a.json, expect: { count: 1 } }"
        let tests = "tests: [\(test),\n  \(test),\n  \(test)]"
        let provider = try shelf("search: { get: /, rows: ., item: { title: t } }", tests)
        let run = DefinitionTestRun(files: files)
        #expect(run.warnings(about: provider).certain.isEmpty)
        #expect(run.results(of: provider).count == 3)
        #expect(run.samples(of: .search, provider).count == 3)
        #expect(reads.withLock(\.self) == 1)
        #expect(run.lateness == nil)

        let late = DefinitionTestRun(files: files, deadline: Deadline(after: .zero, on: SystemMonotonicClock()))
        #expect(late.results(of: provider).isEmpty && late.samples(of: .search, provider).isEmpty)
        #expect(late.lateness?.location == provider.tests[0].location)
        #expect(late.lateness?.finding.description.hasPrefix("the remaining tests are skipped") == true)
        #expect(reads.withLock(\.self) == 1)
    }

    @Test(
        "Rows that lead nowhere in a sample are reported with what was found, or the place that was meant",
        arguments: [
            ("{ data: { results: [] } }", "the answer has no rows at 'results'; did you mean 'data.results'?"),
            ("{ total: 0, films: {} }", "the answer has no rows at 'results'; it has total, films"),
            ("{ results: none }", "expected rows at 'results', found a text"),
        ]
    )
    func missingRows(_ body: String, _ problem: String) throws {
        let provider = try shelf(
            "search: { get: /, rows: results, item: { title: t } }",
            "tests: [{ name: n, operation: search, body: \(body), expect: { count: 0 } }]"
        )
        let run = DefinitionTestRun(files: .inMemory([:]))
        #expect(run.warnings(about: provider).certain.map(\.finding.description) == ["'rows': \(problem)"])
        let differences = run.results(of: provider).flatMap(\.differences).map(\.description)
        #expect(differences == ["expected an answer, found the error malformed (\(problem))"])
    }

    @Test("A sample of a failure has no empty list, until a rule says what it means")
    func failureSample() throws {
        let operation = "search: { get: /, rows: { path: Search, if_missing: empty }, item: { title: t } }"
        let test =
            #"tests: [{ name: n, operation: search, body: { Error: "Movie not found!" }, expect: { count: 0 } }]"#
        let run = DefinitionTestRun(files: .inMemory([:]))
        let problem = #"'rows': the answer has no rows at 'Search'; its 'Error' is "Movie not found!""#
        #expect(run.warnings(about: try shelf(operation, test)).certain.map(\.finding.description) == [problem])
        let rule = #"errors: [{ when: { path: Error, is: "Movie not found!" }, kind: not_found }]"#
        let known = try shelf(operation, rule + "\n" + test.replacing("count: 0", with: "error: not_found"))
        #expect(run.warnings(about: known).certain.isEmpty)
        #expect(run.results(of: known).allSatisfy { $0.differences.isEmpty })
    }
}

@Suite("Sensitive texts in recorded answers")
struct SensitiveTextTests {
    @Test(
        "Member names that suggest a secret are sensitive",
        arguments: [
            ("api_key", true), ("apiKey", true), ("X-Api-Key", true), ("ServiceKey", true), ("access_token", true),
            ("client_secret", true), ("Email", true), ("contact_email", true), ("Authorization", true), ("ip", true),
            ("key", false), ("name", false), ("tokens_left", true), ("description", false), ("keywords", false),
            ("zip", false), ("author", false), ("trip", false),
        ]
    )
    func names(_ name: String, _ isSensitive: Bool) {
        #expect(SensitiveText.isSensitive(name) == isSensitive)
    }

    @Test(
        "Email addresses, key parameters, and bearer tokens are redacted",
        arguments: [
            ("write to kim.lee+x@films.example.", "write to ***.", 1),
            ("a@b.example, c@d.example", "***, ***", 2),
            ("at @ noon, me@home", "at @ noon, me@home", 0),
            ("http://x.example/?api_key=abc&page=2#top", "http://x.example/?api_key=***&page=2#top", 1),
            ("/list?key=abc", "/list?key=***", 1), ("?token=", "?token=", 0), ("?q=key", "?q=key", 0),
            ("?key=***&q=1", "?key=***&q=1", 0), ("1 + 1 = 2", "1 + 1 = 2", 0),
            ("Bearer abcdefgh12345 sent", "Bearer *** sent", 1), ("a bearer of news", "a bearer of news", 0),
            ("봉준호@", "봉준호@", 0), ("", "", 0),
        ] as [(String, String, Int)]
    )
    func forms(_ text: String, _ clean: String, _ count: Int) {
        let result = SensitiveText.redacting(text)
        #expect(result.text == clean)
        #expect(result.count == count)
    }

    @Test(
        "Elements and attributes of XML that are named like a secret are redacted",
        arguments: [
            ("<a><api_key>abc</api_key><t>Well</t></a>", "<a><api_key>***</api_key><t>Well</t></a>", 1),
            ("<a token=\"abc\" id='7'><x:ip>k&amp;1</x:ip></a>", "<a token=\"***\" id='7'><x:ip>***</x:ip></a>", 2),
            ("<a><b secret = 'x>y'/>1 > 0</a>", "<a><b secret = '***'/>1 > 0</a>", 1),
            ("<secret kind='a'>\n<![CDATA[a&b]]> </secret>", "<secret kind='a'>***</secret>", 1),
            ("<email>kim@films.example</email>", "<email>***</email>", 1),
            ("<session><t>Well</t></session>", "<session><t>Well</t></session>", 0),
            ("<a><token/><token></token><token", "<a><token/><token></token><token", 0),
            ("<a token=''>3 < 4", "<a token=''>3 < 4", 0), ("<a token='", "<a token='", 0),
        ] as [(String, String, Int)]
    )
    func markup(_ text: String, _ clean: String, _ count: Int) {
        let result = AnswerRedaction([Secret]()).redacting(Array(text.utf8))
        #expect(String(decoding: result.bytes, as: UTF8.self) == clean)
        #expect(result.count == count)
    }

    @Test("JSON on lines is redacted line by line, and stays on lines")
    func lines() {
        let text =
            #"{"id":"1","sessionId":"s3cr3tvalue"}"# + "\n\n" + #"{"id":"2","accessKey":"hunter2hunter2"}"# + "\n"
        let result = AnswerRedaction([Secret]()).redacting(Array(text.utf8), .ndjson)
        let clean = String(decoding: result.bytes, as: UTF8.self)
        #expect(result.count == 2 && !clean.contains("s3cr3t") && !clean.contains("hunter2"))
        #expect(
            clean.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(6) }
                == ["{\"id\":", "", "{\"id\":", ""]
        )
    }
}
