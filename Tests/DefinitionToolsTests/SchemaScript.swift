import DefinitionTools
import Foundation
import JSON
import MarqueeTestKit
import Testing

/// Runs `scripts/check-schema.py`, which checks definitions against the schema with Python's `jsonschema`.
enum SchemaScript {
    /// Whether Python has the modules that the script needs.
    static let isInstalled: Bool = {
        do {
            return try PythonScript.run("check-schema.py", ["--needs"]).status == 0
        } catch {
            return false
        }
    }()

    /// The paths of the project's definitions.
    static func definitions() throws -> [String] {
        let folders = ["Sources/BundledFiles/Files", "Tests/Fixtures/definitions", "docs/scaling", "docs/providers"]
        return try folders.flatMap { folder in
            let folder = "\(ProjectFiles.root)/\(folder)"
            return try ProjectFiles.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
        }
    }

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
        return try PythonScript.run("check-schema.py", ["--schema", schema.path] + files)
    }
}

enum PythonScript {
    /// Runs a script of the folder `scripts`, and returns its exit status and what it wrote, errors too.
    static func run(
        _ name: String,
        _ arguments: [String],
        input: FileHandle = .nullDevice
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", ProjectFiles.root + "/scripts/\(name)"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = input
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
