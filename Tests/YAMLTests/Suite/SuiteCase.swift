import Foundation

/// A case of the public YAML test suite: a text, and either the events it stands for or that it has to be refused.
struct SuiteCase {
    var id: String
    var text: [UInt8]

    /// The case's `test.event`, one event a line.
    var events: [String]
    var isInvalid: Bool

    /// The suite's folder: `$MARQUEE_SUITES/yaml`, or `../shared/suites/yaml` seen from the project's root.
    static var folder: URL? {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../..").standardized
        let suites =
            ProcessInfo.processInfo.environment["MARQUEE_SUITES"].map { URL(filePath: $0) }
            ?? root.appending(path: "../shared/suites").standardized
        let folder = suites.appending(path: "yaml")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    /// Every case, by its id; cases of several parts have ids such as `DK95/01`.
    static func all(in folder: URL) throws -> [SuiteCase] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix("/in.yaml") }
            .sorted()
            .map { try SuiteCase(id: String($0.dropLast("/in.yaml".count)), in: folder) }
    }

    private init(id: String, in folder: URL) throws {
        let folder = folder.appending(path: id)
        self.id = id
        text = [UInt8](try Data(contentsOf: folder.appending(path: "in.yaml")))
        isInvalid = FileManager.default.fileExists(atPath: folder.appending(path: "error").path)
        let listing = try Data(contentsOf: folder.appending(path: "test.event"))
        events = String(decoding: listing, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
