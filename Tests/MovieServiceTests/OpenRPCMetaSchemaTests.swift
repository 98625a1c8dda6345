import Foundation
import JSON
import MovieService
import Testing

@Suite("The OpenRPC document and the specification's own schema")
struct OpenRPCMetaSchemaTests {
    private static var isPossible: Bool {
        FileManager.default.isReadableFile(atPath: Suites.openRPCSchema.path) && PythonSchemaValidator.isInstalled
    }

    @Test(
        "It is valid under the schema of OpenRPC 1.4, and so are its examples under its own schemas",
        .enabled(if: isPossible, "needs suites/openrpc/schema-1.4.json, python3 and its package jsonschema")
    )
    func metaSchema() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("openrpc-\(UUID().uuidString).json")
        try Data(OpenRPCDocument(info: ServiceInfo(version: "1.2.3")).jsonBytes).write(to: file)
        defer { remove(file) }
        let (status, output) = try PythonSchemaValidator.run(
            PythonSchemaValidator.openRPCProgram,
            [Suites.openRPCSchema.path, file.path]
        )
        #expect(output == "")
        #expect(status == 0)
    }

    private func remove(_ file: URL) {
        do {
            try FileManager.default.removeItem(at: file)
        } catch {
            Issue.record("\(file.path) stays behind: \(error)")
        }
    }
}
