import Foundation
import JSON
import ProviderLanguage
import Testing

/// The locations of definitions, fixtures, and recorded answers.
enum TestFiles {
    /// The project's root, derived from the path of this file.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let samples = root.deletingLastPathComponent().appending(path: "shared/samples")
    static let hasSamples = FileManager.default.fileExists(atPath: samples.path)
    static let missingSamples: Comment = "the recorded answers are not here: ../shared/samples"

    static func bytes(_ url: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url))
    }

    static func fixtureURL(_ path: String) -> URL { root.appending(path: "Tests/Fixtures/" + path) }

    static func sampleURL(_ path: String) -> URL { samples.appending(path: path) }

    /// Returns a fixture with fictional films in the shape of a real API.
    static func fixture(_ path: String) throws -> JSONElement {
        try JSONDocument(try bytes(fixtureURL(path))).root
    }

    /// Returns a recorded answer of a real API.
    static func sample(_ path: String) throws -> JSONElement {
        try JSONDocument(try bytes(sampleURL(path))).root
    }

    static func parsed(_ text: String) throws -> JSONElement {
        try JSONDocument(text).root
    }

    /// Returns the definitions in a folder of the project, or none if the folder does not exist.
    static func definitions(in folder: String) throws -> [String] {
        let url = root.appending(path: folder)
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { $0.hasSuffix(".yaml") }.sorted().map { url.appending(path: $0).path }
    }

    static func bundled(_ id: String) throws -> BundledDefinition {
        let url = root.appending(path: "Sources/BundledFiles/Files/\(id).yaml")
        let bytes = try bytes(url)
        return BundledDefinition(id: id, file: "\(id).yaml", bytes: bytes)
    }

    static func allBundled() throws -> [BundledDefinition] {
        try ["kofic", "yts", "tmdb", "omdb", "tvmaze"].map(bundled)
    }
}
