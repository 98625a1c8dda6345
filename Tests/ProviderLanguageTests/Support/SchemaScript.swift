import Foundation
import JSON
import ProviderLanguage
import Testing

/// Runs `scripts/check-schema.py`, which checks definitions against the schema with Python's `jsonschema`.
enum SchemaScript {
    private static let path = TestFiles.root.appending(path: "scripts/check-schema.py").path

    /// Whether Python has the modules that the script needs.
    static let isInstalled: Bool = {
        do {
            return try run(["--needs"]).status == 0
        } catch {
            return false
        }
    }()

    /// Returns the script's exit status and the problems of the definitions, one per line.
    static func check(_ files: [String]) throws -> (status: Int32, output: String) {
        let schema = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID().uuidString).json")
        try Data(LanguageSchema.document.jsonBytes).write(to: schema)
        defer {
            do {
                try FileManager.default.removeItem(at: schema)
            } catch {
                Issue.record("\(schema.path) stays behind: \(error)")
            }
        }
        return try run(["--schema", schema.path] + files)
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", path] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
