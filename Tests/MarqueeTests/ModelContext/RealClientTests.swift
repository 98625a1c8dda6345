import MarqueeTestKit
import Platform
import Testing

/// The libraries that assistants are made of, as PyPI has them.
@Suite("Real clients of MCP", .enabled(if: PythonClients.mcp.missing == nil, "\(PythonClients.mcp.missing ?? "")"))
struct RealClientTests {
    @Test("mcp 2 in both eras, mcp 1, and fastmcp play a session", arguments: ["mcp2", "mcp1", "fastmcp"])
    func session(_ client: String) async throws {
        try await PythonClients.mcp.check([client])
    }
}

/// Types that a generator makes of the OpenRPC document.
@Suite(
    "Typed clients",
    .enabled(if: PythonClients.typed.missing == nil, "\(PythonClients.typed.missing ?? "")")
)
struct TypedClientTests {
    @Test("Python types made of the document read the answers of the demo, to the last member")
    func answers() async throws {
        try await PythonClients.typed.check([])
    }
}

/// A script that installs clients outside of the project, and drives the program with them.
struct PythonClients {
    static let mcp = PythonClients("check-mcp-clients.py", folder: "mcp-clients")
    static let typed = PythonClients("check-typed-client.py", folder: "typed-client")
    static let spark = PythonClients("check-spark.py", folder: "spark")

    private let script: String
    private let folder: String
    /// Why the clients cannot be had here, such as a package index that is out of reach; `nil` where they are installed.
    let missing: String?

    private init(_ name: String, folder: String) {
        let variable = SystemEnvironment.current.variable
        let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.cache"
        script = ProjectFiles.root + "/scripts/" + name
        self.folder = "\(cache)/marquee-tests/\(folder)"
        missing = Self.reason(script, self.folder)
    }

    /// Waits for the installation, because whether tests run is decided before they do.
    private static func reason(_ script: String, _ folder: String) -> String? {
        do {
            var spawn = ProcessSpawn("/usr/bin/env", arguments: ["env", "python3", script, "--needs", folder])
            spawn.output = .file("/dev/null")
            spawn.errors = .file("/dev/null")
            let child = try spawn.start()
            child.process.waitForEnd()
            let isThere = child.process.collect() == .exited(0)
            return isThere ? nil : "missing: what \(script) --needs \(folder) says"
        } catch {
            return "needs python3: \(error)"
        }
    }

    /// Runs the script against the built program; what is not as expected is in its output.
    func check(_ arguments: [String]) async throws {
        let program = try #require(ProjectFiles.builtProduct(), "the program is not built beside the tests")
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            environment[name] = SystemEnvironment.current.variable(name)
        }
        let plan = ProcessPlan(
            "/usr/bin/env",
            ["python3", script, folder, program] + arguments,
            environment: environment
        )
        let outcome = try await ProcessOutcome.of(plan)
        #expect(outcome.status == .exited(0), "\(outcome.outputText)\n\(outcome.errors)")
    }
}
