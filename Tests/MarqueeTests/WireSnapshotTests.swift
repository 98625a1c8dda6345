import MarqueeTestKit
import Testing

/// What clients were written against: any change of these files is a change of the interface, and belongs into the changelog.
///
/// To accept one: `marquee openrpc > Tests/Fixtures/wire/openrpc.json`, `marquee schema > …/providers-schema.json`, or play the
/// session again with `--trace`.
@Suite("The interface is as it was published")
struct WireSnapshotTests {
    private static let folder = ProjectFiles.root + "/Tests/Fixtures/wire"

    @Test(
        "OpenRPC and the schema of providers.yaml, byte for byte",
        arguments: [
            ("openrpc", "openrpc.json"), ("schema", "providers-schema.json"),
        ]
    )
    func documents(command: String, file: String) async throws {
        let outcome = try await Program.run([command], input: [])
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        let expected = try ProjectFiles.read("\(Self.folder)/\(file)")
        #expect(outcome.output == expected, "marquee \(command) differs from \(Self.folder)/\(file)")
    }

    @Test("A recorded session of the demo, every method in it, answer for answer")
    func session() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let environment = ["XDG_DATA_HOME": folder + "/data", "XDG_CACHE_HOME": folder + "/cache"]
            let trace = Self.folder + "/demo-session.ndjson"
            let outcome = try await Program.run(["replay-trace", "--demo", trace], input: [], environment: environment)
            #expect(outcome.status == .exited(0), "\(String(decoding: outcome.output, as: UTF8.self))")
        }
    }
}
