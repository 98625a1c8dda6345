import MovieProviders
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("The machine's files: regular ones only, and never more than is wanted")
struct LocalFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "marquee-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
        }
        try body(folder)
    }

    private func reason(_ path: String, _ limit: Int = 100) -> FileFailure.Reason? {
        switch FileSystem.local.read(path, limit) {
        case .success: nil
        case .failure(let failure): failure.reason
        }
    }

    @Test("Content, limits, empty files")
    func content() throws {
        try withFolder { folder in
            try Data("films".utf8).write(to: URL(filePath: folder + "/a b%20.yaml"))
            try Data().write(to: URL(filePath: folder + "/empty"))
            #expect(try FileSystem.local.read(folder + "/a b%20.yaml", 5).get() == Array("films".utf8))
            #expect(reason(folder + "/a b%20.yaml", 4) == .tooLarge(limit: 4))
            #expect(try FileSystem.local.read(folder + "/empty", 0).get() == [])
            #expect(reason(folder + "/none") == .missing)
            #expect(reason("") == .missing)
            #expect(reason(folder) == .notRegular)
            #expect(reason(folder + "/empty/below") != nil)
        }
    }

    @Test("Links lead to what they name, and nowhere in a circle")
    func links() throws {
        try withFolder { folder in
            let files = FileManager.default
            try Data("films".utf8).write(to: URL(filePath: folder + "/real"))
            try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "real")
            try files.createSymbolicLink(atPath: folder + "/second", withDestinationPath: folder + "/link")
            try files.createSymbolicLink(atPath: folder + "/dangling", withDestinationPath: "gone")
            try files.createSymbolicLink(atPath: folder + "/folder", withDestinationPath: ".")
            try files.createSymbolicLink(atPath: folder + "/circle", withDestinationPath: "circle")
            #expect(try FileSystem.local.read(folder + "/link", 5).get() == Array("films".utf8))
            #expect(try FileSystem.local.read(folder + "/second", 5).get() == Array("films".utf8))
            #expect(reason(folder + "/second", 4) == .tooLarge(limit: 4))
            #expect(reason(folder + "/dangling") == .unreadable("a link that leads to no file"))
            #expect(reason(folder + "/folder") == .notRegular)
            #expect(reason(folder + "/circle") == .unreadable("a link that leads to no file"))
            #expect(FileSystem.local.permissions(folder + "/gone") == nil)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/real")
            #expect(FileSystem.local.permissions(folder + "/link") == 0o600)
        }
    }

    @Test("What is no regular file is not opened", arguments: ["/dev/zero", "/dev/null", "/dev", "/dev/tty"])
    func devices(_ path: String) {
        #expect(reason(path) == .notRegular)
    }

    @Test("A pipe holds nobody up")
    func pipe() throws {
        try withFolder { folder in
            #expect(mkfifo(folder + "/pipe", 0o600) == 0)
            #expect(reason(folder + "/pipe") == .notRegular)
        }
    }

    @Test("Why a file cannot be read, in words")
    func words() {
        let texts = [FileFailure.Reason.missing, .notRegular, .tooLarge(limit: 9), .unreadable("why")]
            .map { FileFailure(path: "f", reason: $0).description }
        #expect(
            texts == [
                "f: there is no such file", "f: not a regular file", "f: larger than 9 bytes", "f: cannot be read: why",
            ]
        )
    }
}
