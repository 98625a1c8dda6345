import MarqueeTestKit
import Platform
import Testing

/// The client libraries that assistants use, from PyPI.
@Suite("Real MCP clients", .enabled(if: PythonClients.mcp.missing == nil, "\(PythonClients.mcp.missing ?? "")"))
struct RealClientTests {
    @Test(
        "The clients mcp 2 (with and without a handshake), mcp 1, and fastmcp complete a session",
        arguments: ["mcp2", "mcp1", "fastmcp"]
    )
    func session(_ client: String) async throws {
        try await PythonClients.mcp.check([client])
    }
}

/// Types that a generator creates from the OpenRPC document.
@Suite("Typed clients", .enabled(if: PythonClients.typed.missing == nil, "\(PythonClients.typed.missing ?? "")"))
struct TypedClientTests {
    @Test("Python types generated from the OpenRPC document can read every member of the demo's answers")
    func answers() async throws {
        try await PythonClients.typed.check([])
    }
}

/// A script that installs clients outside the project and drives the program with them.
struct PythonClients {
    static let mcp = PythonClients("check-mcp-clients.py", folder: "mcp-clients")
    static let typed = PythonClients("check-typed-client.py", folder: "typed-client")
    static let spark = PythonClients("check-spark.py", folder: "spark")

    private let script: String
    private let folder: String
    /// The reason why the clients cannot be installed here, such as an unreachable package index; `nil` if they are
    /// installed.
    let missing: String?

    private init(_ name: String, folder: String) {
        let variable = SystemEnvironment.current.variable
        let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.cache"
        script = ProjectFiles.root + "/scripts/" + name
        self.folder = "\(cache)/marquee-tests/\(folder)"
        missing = Self.reason(script, self.folder)
    }

    /// Waits for the installation, because Swift Testing decides whether to run a test before it starts any.
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

    /// Runs the script with the built program; the script's output names every deviation.
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
