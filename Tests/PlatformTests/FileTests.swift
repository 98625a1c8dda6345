import MarqueeTestKit
import Platform
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

@Suite("Local files")
struct FileTests {
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

    @Test("A regular file is read up to the limit, and other paths are refused with the reason")
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

    @Test("Links are followed to their targets, and dangling or circular links can't be read")
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
            #expect(reason(folder + "/dangling") == .unreadable("a link to a file that does not exist"))
            #expect(reason(folder + "/folder") == .notRegular)
            #expect(reason(folder + "/circle") == .unreadable("a link to a file that does not exist"))
            #expect(FileSystem.local.permissions(folder + "/gone") == nil)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/real")
            #expect(FileSystem.local.permissions(folder + "/link") == 0o600)
        }
    }

    @Test("A device or folder is refused as not regular", arguments: ["/dev/zero", "/dev/null", "/dev", "/dev/tty"])
    func devices(_ path: String) {
        #expect(reason(path) == .notRegular)
    }

    @Test("A named pipe is refused as not regular without waiting")
    func pipe() throws {
        try withFolder { folder in
            #expect(mkfifo(folder + "/pipe", 0o600) == 0)
            #expect(reason(folder + "/pipe") == .notRegular)
        }
    }

    @Test("A file failure describes its reason in words")
    func words() {
        let reasons: [FileFailure.Reason] = [
            .missing, .notRegular, .tooLarge(limit: 9), .unreadable("why"), .unwritable("why not"),
        ]
        let texts = reasons.map { FileFailure(path: "f", reason: $0).description }
        #expect(
            texts == [
                "f: there is no such file", "f: not a regular file", "f: larger than 9 bytes", "f: cannot be read: why",
                "f: cannot be written: why not",
            ]
        )
    }

    // MARK: Writing

    private func write(_ text: String, _ path: String) -> FileFailure.Reason? {
        switch FileSystem.local.write(Array(text.utf8), path) {
        case .success: nil
        case .failure(let failure): failure.reason
        }
    }

    @Test("Writing a file makes the missing folders and leaves no other file behind")
    func writing() throws {
        try withFolder { folder throws in
            let path = folder + "/a/b c/film.json"
            #expect(write("first", path) == nil)
            #expect(try FileSystem.local.read(path, 100).get() == Array("first".utf8))
            #expect(write("", path) == nil)
            #expect(try FileSystem.local.read(path, 100).get() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b c") == ["film.json"])
        }
    }

    @Test("Writing a file removes what a killed run left in the folder an hour ago, and nothing else")
    func remains() throws {
        try withFolder { folder throws in
            let (mine, others) = (folder + "/library.json", ["library.json.2024-11", "a.marquee-x-1", "a.marquee-1"])
            let old = ["library.json.marquee-4321-1", "Delta (2001).md.marquee-1-12"]
            for name in old + others + ["other.json.marquee-4321-2"] {
                #expect(write("half", folder + "/" + name) == nil)
                let time = Date(timeIntervalSinceNow: name.hasSuffix("-2") ? -1_800 : -7_200)
                try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder + "/" + name)
            }
            #expect(write("whole", mine) == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == Set(others + ["library.json", "other.json.marquee-4321-2"]))
        }
    }

    @Test("A file that is replaced keeps its permissions")
    func writtenPermissions() throws {
        try withFolder { folder in
            #expect(write("secret", folder + "/key") == nil)
            let usual = try #require(FileSystem.local.permissions(folder + "/key"))
            #expect(usual & 0o600 == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/key")
            #expect(write("new", folder + "/key") == nil)
            #expect(FileSystem.local.permissions(folder + "/key") == 0o600)
        }
    }

    @Test("Writing to a link replaces the file that it leads to, and keeps the link")
    func writtenLink() throws {
        try withFolder { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: folder + "/elsewhere", withIntermediateDirectories: false)
            #expect(write("old", folder + "/elsewhere/real") == nil)
            try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "elsewhere/real")
            try files.createSymbolicLink(atPath: folder + "/second", withDestinationPath: folder + "/link")
            #expect(write("new", folder + "/second") == nil)
            #expect(try FileSystem.local.read(folder + "/elsewhere/real", 100).get() == Array("new".utf8))
            #expect(FileSystem.isLink(folder + "/link"))
            #expect(FileSystem.isLink(folder + "/second"))
            #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["elsewhere", "link", "second"])
        }
    }

    @Test("A failed write reports the system's reason and leaves existing files unchanged")
    func unwritable() throws {
        try withFolder { folder throws in
            #expect(write("x", folder) == .unwritable("Is a directory"))
            #expect(write("old", folder + "/file") == nil)
            #expect(write("x", folder + "/file/below") == .unwritable("Not a directory"))
            #expect(write("x", "/proc/none/file") != nil)
            #expect(try FileSystem.local.read(folder + "/file", 100).get() == Array("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
        #expect(write("x", "/dev/null") == nil)
    }

    @Test("Files in memory can't be written")
    func inMemory() {
        let files = FileSystem.inMemory(["/a": [1, 2]])
        guard case .failure(let failure) = files.write([], "/a") else {
            Issue.record("written")
            return
        }
        #expect(failure.description == "/a: cannot be written: these files are not written to")
    }

    // MARK: Stamps, private files, and watching

    @Test("The stamp of a file changes only if the file is written")
    func stamps() throws {
        try withFolder { folder in
            #expect(FileStamp(of: folder + "/file") == nil)
            #expect(write("1", folder + "/file") == nil)
            let before = FileStamp(of: folder + "/file")
            #expect(before != nil)
            #expect(FileStamp(of: folder + "/file") == before)
            #expect(write("2", folder + "/file") == nil)
            #expect(FileStamp(of: folder + "/file") != before)
        }
    }

    @Test(
        "A file with an extreme modification time has a stamp with a bounded time",
        arguments: [Int.min, -99_999_999_999, 99_999_999_999, .max]
    )
    func stampsOfStrangeTimes(_ seconds: Int) throws {
        try withFolder { folder in
            #expect(write("1", folder + "/file") == nil)
            let before = FileStamp(of: folder + "/file")
            let time = timespec(tv_sec: seconds, tv_nsec: 0)
            // A file system that can't store the time takes the nearest one.
            #expect(unsafe utimensat(AT_FDCWD, folder + "/file", [time, time], 0) == 0)
            let stamp = try #require(FileStamp(of: folder + "/file"))
            #expect(stamp != before)
            #expect(stamp.writtenAt.magnitude <= 1 << 53)
        }
    }

    @Test("A private file is emptied and accessible only to its owner, even if it existed before")
    func privateFile() throws {
        try withFolder { folder in
            let path = folder + "/trace"
            #expect(write("before", path) == nil)
            #expect(unsafe chmod(path, 0o666) == 0)
            try FileDescriptor.createPrivateFile(at: path).close()
            let content = try FileSystem.local.read(path, 99).get()
            #expect(content == [])
            #expect(FileSystem.local.permissions(path) == 0o600)
        }
    }

    @Test("A private file of another user is refused and keeps its content", .enabled(if: geteuid() == 0))
    func privateFileOfAnother() throws {
        try withFolder { folder in
            let path = folder + "/trace"
            #expect(write("theirs", path) == nil)
            #expect(unsafe chown(path, 1000, 1000) == 0)
            #expect(throws: SystemError(path, code: EPERM)) { try FileDescriptor.createPrivateFile(at: path) }
            let content = try FileSystem.local.read(path, 99).get()
            #expect(content == Array("theirs".utf8))
        }
    }

    @Test(
        "The watched places are the file, every link in its path, and the first missing folder",
        arguments: [
            ("/c/p.yaml", [:], ["/c"], ["/c/p.yaml"]),
            ("/c/p.yaml", ["/c/p.yaml": "/dot/p.yaml"], ["/c", "/dot"], ["/c/p.yaml", "/dot/p.yaml"]),
            ("/c/p.yaml", ["/c/p.yaml": "../dot/p"], ["/c", "/dot"], ["/c/p.yaml", "/dot/p"]),
            (
                "/c/p.yaml", ["/c/p.yaml": "..data/p.yaml", "/c/..data": "..17"], ["/c", "/c/..17"],
                ["/c/p.yaml", "/c/..data", "/c/..17/p.yaml"]
            ),
            ("/home/.config/marquee/p.yaml", [:], ["/home"], ["/home/.config"]),
            ("/c/p.yaml", ["/c/p.yaml": "/c/p.yaml"], ["/c"], ["/c/p.yaml"]),
            ("/a/b/p.yaml", ["/a": "z"], ["/z", "/z/b"], ["//a", "/z/b/p.yaml"]),
        ] as [(String, [String: String], [String], [String])]
    )
    func places(_ path: String, _ links: [String: String], _ there: [String], _ expected: [String]) {
        let places = WatchedPlace.places(of: path, link: { links[$0] }, isThere: { there.contains($0) })
        #expect(Set(places.map { "\($0.folder)/\($0.name)" }) == Set(expected))
    }

    @Test("A write to a watched file is reported, and a write to another file isn't")
    func events() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            #expect(write("1", folder + "/file") == nil)
            let events = FolderEvents(WatchedPlace.places(of: folder + "/file"))
            #expect(events.wait(atMost: .zero) == nil)
            #expect(write("2", folder + "/file") == nil)
            #expect(events.wait(atMost: .seconds(30)) == .written)
            #expect(write("3", folder + "/other") == nil)
            #expect(events.wait(atMost: .milliseconds(10)) == nil)
        }
    }

    @Test("If the system reports no changes, a file may have changed after two seconds, and not in a shorter wait")
    func unheardEvents() {
        let events = FolderEvents(WatchedPlace.places(of: "/etc/hosts"), queue: nil)
        #expect(events.wait(atMost: .milliseconds(10)) == nil)
        #expect(events.wait(atMost: nil) == .written)
    }

    // MARK: Lines

    @Test("Lines of any length are read with either line ending, and the last one without")
    func lines() throws {
        try withFolder { folder in
            let long = String(repeating: "x", count: 700_000)
            #expect(write("one\n\r\ntwo\r\n\(long)\nlast", folder + "/lines") == nil)
            var reader = try LineReader(folder + "/lines")
            var lines: [String] = []
            while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
            #expect(lines == ["one", "", "two", long, "last"])
            #expect(LineReader.size(of: folder + "/lines") == 700_016)
        }
        #expect(throws: SystemError("/nowhere", code: 2)) { _ = try LineReader("/nowhere") }
    }
}
