import JSON
import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Faults of a source, through the whole program")
struct UpstreamFaultTests {
    @Test("U1–U9: A failed or silent connection costs only its source's films", arguments: UpstreamFault.connections)
    func connection(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U10–U25: A broken or oversized answer costs only its source's films", arguments: UpstreamFault.bodies)
    func body(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U14–U31: A refusal or an unexpected answer costs only its source's films", arguments: UpstreamFault.answers)
    func answer(_ fault: UpstreamFault) async throws { try await survive(fault) }

    @Test("U17–U22: A bad redirect costs only its source's films", arguments: UpstreamFault.redirects)
    func redirect(_ fault: UpstreamFault) async throws { try await survive(fault) }

    /// Expects that the call reports the fault beside the healthy source's films, and that the next call works too.
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

    /// Expects no secret in what every user can see in `ps`: the arguments and the names of the process and its
    /// threads.
    private static func expectNoSecretShownByTheSystem(_ process: Int32) async throws {
        let line =
            #"for file in /proc/$0/cmdline /proc/$0/comm /proc/$0/task/*/comm; do cat "$file"; done 2>/dev/null; ps -ww -p $0"#
        let shown = try await ProcessOutcome.of(
            ProcessPlan("/bin/sh", ["-c", line, "\(process)"], environment: ["PATH": "/usr/bin:/bin"])
        )
        #expect(shown.outputText.contains("providers.yaml") || !ProjectFiles.isReadable("/proc/self/cmdline"))
        Leaks.expectNone(in: shown.output, "what the system shows of the process")
    }

    @Test("E: No secret leaves the process in any byte with all faults at once")
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

    @Test("E: The log has a line for each request, without its key", arguments: ["debug", "trace"])
    func requestLog(_ level: String) async throws {
        try await FaultScene.withServer { scene, server in
            let films = ScriptedAnswer.json(FaultScene.films("bad", count: 1))
            server.on("*", .json(FaultScene.echo, status: 402), films)
            try scene.configure(FaultScene.source("bad", at: server.origin, cache: "{ ttl: 1h }"))
            try await FaultTalk.with(scene, ["--log-level", level]) { talk in
                for query in ["first", "second", "second"] { _ = try await talk.search(query) }
                let address = "bad: GET \(server.origin)/films?q="
                try await talk.process.waitForErrors(containing: "\(address)first&key=***: HTTP status 402, ")
                try await talk.process.waitForErrors(containing: "\(address)second&key=***: HTTP status 200, ")
                try await talk.process.waitForErrors(containing: "\(address)second&key=***: from the cache, 0 s old, ")
                let begin = #"bad_request; the answer begins with {"message":"the key *** and the token ***"#
                #expect(talk.process.errors.contains(begin) == (level == "trace"), "\(talk.process.errors)")
            }
        }
    }
}

@Suite("Names, redirects, and hosts, through the whole program")
struct NetworkFaultTests {
    private static let key = "netw0rkkey.0123456789"
    private static let environment = ["NETWORK_KEY": key]

    /// Defines a source with long timeouts, for machines under load, and with its key in a header.
    private static func source(_ id: String, at origin: String) -> String {
        """
          - id: \(id)
            base_url: "\(origin)"
            allow_http: true
            connect_timeout: 20s
            timeout: 20s
            retry: { attempts: 1 }
            headers: { X-Api-Key: "${env.NETWORK_KEY}" }
            secrets: [NETWORK_KEY]
            operations:
              search:
                get: /films
                rows: films
                item: { ids: { \(id): id }, title: { path: title, required: true }, year: year }

        """
    }

    private static func write(_ sources: [String], to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        try ProjectFiles.write("version: 1\nsettings: { deadline: 30s }\nproviders:\n" + sources.joined(), to: path)
        return path
    }

    private static func search(_ id: Int, _ title: String, at source: String? = nil) -> String {
        let filter = source.map { #","providers":["\#($0)"]"# } ?? ""
        return Talk.request(id, "movies/search", #"{"query":"\#(title)"\#(filter)}"#)
    }

    @Test(
        "U20: A redirect from https to http sends no byte there",
        .enabled(if: ProjectFiles.isExecutable("/usr/bin/openssl"), "needs the program openssl")
    )
    func downgrade() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let clear = try ScriptedServer()
            defer { clear.stop() }
            clear.on("*", .json(FaultScene.films("tls", count: 1)))
            let line = """
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost 2>/dev/null && \
                printf 'HTTP/1.0 302 Found\\r\\nLocation: http://localhost:\(clear.port)/films\\r\\n\\r\\n' > films && \
                exec openssl s_server -accept 127.0.0.1:0 -HTTP -cert cert.pem -key key.pem
                """
            let plan = ProcessPlan(
                "/bin/sh",
                ["-c", line],
                environment: ["PATH": "/usr/bin:/bin"],
                workingDirectory: folder
            )
            try await RunningProcess.withProcess(plan) { server in
                let port = try await Self.port(of: server)
                let file = try Self.write([Self.source("tls", at: "https://localhost:\(port)")], to: folder)
                let outcome = try await Program.run(
                    ["--config", file, "--trust", "--no-cache"],
                    lines: [Self.search(1, "first")],
                    environment: Self.environment.merging(["SSL_CERT_FILE": folder + "/cert.pem"]) { $1 }
                )
                #expect(outcome.status == .exited(0))
                let failure = try JSONDocument(outcome.output).root["error"]
                #expect(failure?["data"]?["kind"]?.string == "unavailable", "\(outcome.outputText)")
                #expect(outcome.outputText.contains("redirects from https to http"), "\(outcome.outputText)")
                #expect(clear.log.bytes.isEmpty)
                #expect(!(outcome.outputText + outcome.errors).contains(Self.key))
            }
        }
    }

    private static func port(of server: RunningProcess) async throws -> Int {
        while true {
            let line = try await server.readLine()
            if line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ Int($0) }) { return port }
        }
    }

    #if os(Linux)
    @Test(
        "U2: While a name server is silent, another source answers, and the call ends with an error",
        .enabled(if: geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare"), "needs root and unshare")
    )
    func silentNames() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let (descriptor, address) = try Self.silentNameServer()
            defer { close(descriptor) }
            let good = try ScriptedServer()
            defer { good.stop() }
            good.on("*", .json(FaultScene.films("good", count: 2)))
            let sources = [
                Self.source("dead", at: "https://films.dead.example"),
                // The healthy source's name is looked up too, in the hosts file.
                Self.source("good", at: "http://localhost:\(good.port)"),
            ]
            let file = try Self.write(sources, to: folder)
            try ProjectFiles.write("nameserver \(address)\n", to: folder + "/resolv.conf")
            var plan = try Program.plan(["--config", file, "--trust", "--no-cache"], environment: Self.environment)
            let line = #"mount --bind "$NAMES" /etc/resolv.conf && exec "$0" "$@""#
            plan.arguments = ["-m", "/bin/sh", "-c", line, plan.executable] + plan.arguments
            plan.executable = "/usr/bin/unshare"
            plan.environment["NAMES"] = folder + "/resolv.conf"
            plan.environment["PATH"] = "/usr/bin:/bin"
            try await RunningProcess.withProcess(plan) { program in
                program.send(Self.search(1, "first", at: "dead"), Self.search(2, "second", at: "good"))
                let first = try await program.readJSON()
                #expect(first["id"]?.int == 2, "G: \(first)")
                #expect(first["result"]?["movies"]?.count == 2, "C: \(first)")
                let second = try await program.readJSON()
                #expect(second["id"]?.int == 1)
                #expect(["timeout", "unavailable"].contains(second["error"]?["data"]?["kind"]?.string), "\(second)")
                program.closeInput()
                try await program.expectExit(.exited(0))
            }
        }
    }

    /// Opens a socket at its own address that accepts every query and answers none.
    private static func silentNameServer() throws -> (descriptor: Int32, address: String) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        for number in 1..<200 as Range<UInt32> {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(53).bigEndian
            address.sin_addr.s_addr = (0x7F61_3500 + number).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 { return (descriptor, "127.97.53.\(number)") }
        }
        close(descriptor)
        throw SystemError("bind")
    }

    @Test("U34: Many titles from many hosts leave memory, descriptors, and threads bounded")
    func manyHosts() async throws {
        let (hosts, titles) = (40, ProjectFiles.environment("MARQUEE_LONG") == "1" ? 250 : 8)
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer(isForAllAddresses: true)
            defer { server.stop() }
            server.on("*", .json(FaultScene.films("any", count: 2)))
            let sources = (1...hosts).map { Self.source("host\($0)", at: "http://127.3.0.\($0):\(server.port)") }
            let file = try Self.write(sources, to: folder)
            let plan = try Program.plan(["--config", file, "--trust", "--no-cache"], environment: Self.environment)
            try await RunningProcess.withProcess(plan) { program in
                for title in 1...titles {
                    program.send(Self.search(title, "title \(title)"))
                    let answer = try await program.readJSON()
                    #expect(answer["id"]?.int == title)
                    let statuses = answer["result"]?["sources"]?.elements.compactMap { $0["status"]?.string }
                    #expect(statuses == [String](repeating: "ok", count: hosts), "\(answer)")
                }
                #expect(server.log.requests.count == hosts * titles)
                #expect((program.peakResidentBytes ?? 0) < 150 << 20, "D")
                // At most 64 connections are kept, and the threads are those of the processors and of some lookups.
                #expect((program.descriptorCount ?? 0) < 140, "I")
                #expect((program.threadCount ?? 0) < 64, "I")
                program.closeInput()
                try await program.expectExit(.exited(0))
            }
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }
    #endif
}

@Suite("Faults of single records, through the whole program")
struct RecordFaultTests {
    struct Flaw: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The second of three records.
        var record: String
        /// Whether the whole record is dropped.
        var isDropped = false
        /// The fields that cannot be read.
        var fields: [String] = []
        /// The remaining fields of the film, with their values.
        var rest: [String: JSONValue] = [:]

        init(
            _ description: String,
            _ record: String,
            isDropped: Bool = false,
            fields: [String] = [],
            rest: [String: JSONValue] = [:]
        ) {
            testDescription = description
            self.record = record
            self.isDropped = isDropped
            self.fields = fields
            self.rest = rest
        }
    }

    @Test(
        "U29–U31: An unreadable value costs its field, a bad title or duplicate name its record; both are counted",
        arguments: [
            Flaw("U29 a name twice", #"{"id":"2","title":"B","title":"Z"}"#, isDropped: true),
            Flaw("U31 no title", #"{"id":"2","year":1992}"#, isDropped: true),
            Flaw("U31 null for a title", #"{"id":"2","title":null}"#, isDropped: true),
            Flaw("U31 a record that is null", "null", isDropped: true),
            Flaw("U31 a record that is a number", "7", isDropped: true),
            Flaw("U31 a number as text", #"{"id":"2","title":"B","year":"1992"}"#, rest: ["year": 1_992]),
            Flaw("U31 null for a year", #"{"id":"2","title":"B","year":null}"#),
            Flaw("U31 words for a number", #"{"id":"2","title":"B","year":"soon"}"#, fields: ["year"]),
            Flaw(
                "U31 an unknown genre is kept",
                #"{"id":"2","title":"B","genres":["Zzz"]}"#,
                rest: ["genres": ["Zzz"]]
            ),
            Flaw("U31 no date", #"{"id":"2","title":"B","released":"2024-02-31"}"#, fields: ["release_date"]),
            Flaw("U30 beyond every double", #"{"id":"2","title":"B","year":1e999}"#, fields: ["year"]),
            Flaw("U30 beyond 64 bits", #"{"id":"2","title":"B","minutes":18446744073709551616}"#, fields: ["runtime"]),
        ]
    )
    func record(_ flaw: Flaw) async throws {
        try await FaultScene.withServer { scene, server in
            let page = #"{"films":[{"id":"1","title":"A"},\#(flaw.record),{"id":"3","title":"C"}]}"#
            server.on("*", .json(page))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let answer = try await talk.search("first")
                answer.expectHealthySource()
                #expect(answer.status("bad") == "ok", "\(answer.whole)")
                let left = flaw.isDropped ? ["1", "3"] : ["1", "2", "3"]
                #expect(answer.films("bad").sorted() == left)
                let film = answer.whole["movies"]?.elements.first { $0["ids"]?["bad"]?.string == "2" }
                for (field, value) in flaw.rest { #expect(film?[field].map { JSONValue($0) } == value) }

                let mapping = try #require(try await talk.health("bad")["mapping"])
                #expect(mapping["rows"]?.int == 3, "\(mapping)")
                #expect(mapping["droppedRows"]?.int == (flaw.isDropped ? 1 : 0), "\(mapping)")
                if !flaw.isDropped {
                    #expect(mapping["failures"]?.elements.map { $0["field"]?.string } == flaw.fields, "\(mapping)")
                }
            }
        }
    }
}
