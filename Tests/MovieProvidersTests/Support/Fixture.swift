import HTTPModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers about films that do not exist, in the shape of real APIs.
enum Fixture {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// The file's content as an answer of status 200.
    static func answer(_ path: String) throws -> HTTPResponse {
        let body = [UInt8](try Data(contentsOf: folder.appending(path: path)))
        let type = path.hasSuffix(".html") ? "text/html; charset=utf-8" : "application/json"
        return HTTPResponse(status: 200, headers: HTTPHeaders([("Content-Type", type)]), body: body)
    }
}
