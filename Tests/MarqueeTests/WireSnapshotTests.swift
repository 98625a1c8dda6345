import MarqueeTestKit
import Testing

/// The published interface, on which clients depend: any change of these files belongs in the changelog.
///
/// To accept a change, run `marquee openrpc > Tests/Fixtures/wire/openrpc.json` or
/// `marquee schema > …/providers-schema.json`, or play the session again with `--trace`.
@Suite("Published interface")
struct WireSnapshotTests {
    private static let folder = ProjectFiles.root + "/Tests/Fixtures/wire"

    @Test(
        "The OpenRPC document and the schema of providers.yaml are unchanged, byte for byte",
        arguments: [("openrpc", "openrpc.json"), ("schema", "providers-schema.json")]
    )
    func documents(command: String, file: String) async throws {
        let outcome = try await Program.run([command], input: [])
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        let expected = try ProjectFiles.read("\(Self.folder)/\(file)")
        #expect(outcome.output == expected, "marquee \(command) differs from \(Self.folder)/\(file)")
    }

    @Test("Replaying the recorded session of the demo gives the same answers")
    func session() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let environment = ["XDG_DATA_HOME": folder + "/data", "XDG_CACHE_HOME": folder + "/cache"]
            let trace = Self.folder + "/demo-session.ndjson"
            let outcome = try await Program.run(["replay-trace", "--demo", trace], input: [], environment: environment)
            #expect(outcome.status == .exited(0), "\(String(decoding: outcome.output, as: UTF8.self))")
        }
    }
}
