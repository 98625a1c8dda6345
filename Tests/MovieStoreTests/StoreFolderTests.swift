import MarqueeTestKit
import MovieStore
import Testing
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests with real links and modes.
///
/// Only root can make files of another user.
@Suite("S3, S16: modes, owners, and links in the path of a store file")
struct StoreFolderTests {
    private static let isRoot = geteuid() == 0

    /// Runs a shell command in a temporary folder, and returns the faults that a cache in its `folder` reports.
    private func faults(after line: String, in folder: String) async throws -> (faults: [StoreFault], root: String) {
        try await ProjectFiles.withTemporaryFolder { root in
            let fixture = StoreFixture(folder: root + "/" + folder)
            try await fixture.shell("cd '\(root)'; \(line)")
            let cache = fixture.cache()
            cache.keep(.sample(1), for: .sample(1))
            let isWritten = await cache.close(within: 20_000)
            #expect(isWritten == fixture.faults.allSatisfy { if case .closedToOthers = $0 { true } else { false } })
            return (fixture.faults, root)
        }
    }

    @Test("A folder and files that are open to others are closed, and each is reported once")
    func mended() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.leaveLog()
            try await fixture.shell(
                "cd '\(fixture.folder)' && chmod 775 . && chmod 666 cache.sqlite* && chmod 604 *-shm"
            )
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(5)) == .sample(5))
            #expect(
                fixture.faults == [
                    .closedToOthers(path: fixture.folder, mode: 0o775),
                    .closedToOthers(path: fixture.path + "-wal", mode: 0o666),
                    .closedToOthers(path: fixture.path + "-shm", mode: 0o604),
                    .closedToOthers(path: fixture.path, mode: 0o666),
                ]
            )
            let modes = try await ProcessOutcome.of(
                ProcessPlan("/bin/sh", ["-c", "cd '\(fixture.folder)' && stat -c %a . cache.sqlite*"])
            )
            #expect(modes.outputText == "700\n600\n600\n600\n")
        }
    }

    @Test("A folder with other files isn't closed, and is refused if others can write to it")
    func sharedFolder() async throws {
        let (read, _) = try await faults(after: "mkdir marquee; chmod 755 marquee; : > marquee/notes", in: "marquee")
        #expect(read == [])
        for mode in ["777", "1777"] {
            let line = "mkdir marquee; chmod \(mode) marquee; : > marquee/notes"
            let (faults, root) = try await faults(after: line, in: "marquee")
            let unsafe = UnsafePath.writableByOthers(mode: try #require(Int(mode, radix: 8)))
            #expect(faults == [.unsafePath(path: root + "/marquee", unsafe)])
        }
    }

    @Test("A parent folder that others can write to is refused unless it has the sticky bit")
    func writableFolder() async throws {
        let (faults, root) = try await faults(after: "mkdir -p a/b; chmod 777 a", in: "a/b/marquee")
        #expect(faults == [.unsafePath(path: root + "/a", .writableByOthers(mode: 0o777))])
        #expect(try await self.faults(after: "mkdir -p a/b; chmod 1777 a", in: "a/b/marquee").faults == [])
    }

    @Test("The user's own links in the path are followed, and their targets are checked")
    func ownLinks() async throws {
        for line in ["mkdir real; ln -s real a", "mkdir real; ln -s $PWD/./x/../real a; mkdir x"] {
            #expect(try await faults(after: line, in: "a/marquee").faults == [])
        }
        let (back, top) = try await faults(
            after: "mkdir -p real/b; chmod 755 real; rmdir real/b; ln -s real a",
            in: "a/../real/."
        )
        #expect(back == [.closedToOthers(path: top + "/a/../real/.", mode: 0o755)])
        let (faults, root) = try await faults(after: "mkdir real; chmod 777 real; ln -s real a", in: "a/b/marquee")
        #expect(faults == [.unsafePath(path: root + "/real", .writableByOthers(mode: 0o777))])
    }

    @Test("A link as the folder is refused, and so are dangling and circular links in the path")
    func refusedLinks() async throws {
        for end in ["a", "a/", "a/."] {
            let (faults, root) = try await faults(after: "mkdir real; ln -s real a", in: end)
            #expect(faults == [.symbolicLink(path: root + "/" + end)])
        }
        #expect(
            try await faults(after: "ln -s real/deep a", in: "a/marquee").faults == [.inputOutput(code: Int(ENOENT))]
        )
        #expect(
            try await faults(after: "ln -s b a; ln -s a b", in: "a/marquee").faults == [.inputOutput(code: Int(ELOOP))]
        )
    }

    @Test(
        "Folders and links of another user are refused anywhere in the path",
        .enabled(if: isRoot, "only root can give a file away"),
        arguments: [("mkdir a", "a"), ("mkdir a", "a/marquee"), ("mkdir real; ln -s real a", "a/marquee")]
    )
    func otherOwner(_ line: String, _ folder: String) async throws {
        let (faults, root) = try await faults(after: "\(line); chown -h 12345 a", in: folder)
        #expect(faults == [.unsafePath(path: root + "/a", .ofAnotherUser(12_345))])
    }

    @Test(
        "Files of another user are refused",
        .enabled(if: isRoot, "only root can give a file away"),
        arguments: ["", "-wal", "-shm", "-journal"]
    )
    func filesOfOthers(_ suffix: String) async throws {
        let line = "mkdir marquee; : > marquee/cache.sqlite\(suffix); chown 12345 marquee/cache.sqlite\(suffix)"
        let (faults, root) = try await faults(after: line + "; chmod 700 marquee", in: "marquee")
        #expect(faults == [.notOurs(path: root + "/marquee/cache.sqlite" + suffix)])
    }
}
