import MarqueeTestKit
import MovieDomain
import MovieStore
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests on a small file system that only root can mount; skipped with a message if that fails.
@Suite("S1, S3: full and read-only disks", .serialized)
struct MountTests {
    @Test("S1: a cache works without a full disk, and uses the disk again when it has space") func full() async throws {
        try await withDisk { fixture, disk in
            try await fixture.shell("head -c 900000 /dev/zero > '\(disk)/ballast'")
            let cache = fixture.cache()
            for number in 0..<60 {
                cache.keep(.sample(number), for: .sample(number))
                _ = await cache.flush(within: 20_000)
            }
            #expect(await cache.response(for: .sample(59)) == .sample(59))
            #expect(await cache.response(for: .sample(999)) == nil)
            // SQLite reports a write error for some files and a full disk for others.
            #expect(fixture.faults.count >= 1 && fixture.faults.count <= 2)
            #expect(fixture.faults.allSatisfy { if case .inputOutput = $0 { true } else { $0 == .full } })
            try await fixture.shell("rm '\(disk)/ballast'")
            fixture.advance(1_000_000)
            _ = await cache.removeAll(of: nil)
            for number in 0..<10 { cache.keep(.sample(number), for: .sample(number)) }
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.close(within: 20_000))
            let next = fixture.cache()
            for number in 0..<10 { #expect(await next.response(for: .sample(number)) == .sample(number)) }
            #expect(await next.close(within: 20_000))
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
        }
    }

    @Test(
        "S1: a cache on a disk that fills up stays readable, and writable again after space returns",
        arguments: [2, 5, 8, 11, 14]
    ) func fills(_ kept: Int) async throws {
        try await withDisk { fixture, disk in
            let cache = fixture.cache()
            for number in 0..<kept {
                cache.keep(.sample(number, bytes: 7_000), for: .sample(number))
                _ = await cache.flush(within: 20_000)
            }
            try await fixture.shell("cat /dev/zero > '\(disk)/ballast' 2>/dev/null || true")
            for number in 0..<20 {
                cache.keep(.sample(number, bytes: 7_000), for: .sample(100 + number))
                _ = await cache.flush(within: 20_000)
            }
            #expect(await cache.response(for: .sample(0)) == .sample(0, bytes: 7_000))
            #expect(fixture.faults.count <= 2)
            try await fixture.shell("rm '\(disk)/ballast'")
            fixture.advance(1_000_000)
            cache.keep(.sample(500), for: .sample(500))
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.close(within: 20_000))
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
            #expect(await fixture.cache().response(for: .sample(500)) == .sample(500))
        }
    }

    @Test("S3: a cache on a read-only disk keeps responses in memory and writes them later", arguments: [true, false])
    func readOnly(_ hasFile: Bool) async throws {
        try await withDisk { fixture, disk in
            if hasFile { await fixture.fill(5) }
            try await fixture.shell("mount -o remount,ro '\(disk)'")
            let cache = fixture.cache()
            for number in 0..<5 {
                cache.keep(.sample(number), for: .sample(100 + number))
                _ = await cache.flush(within: 20_000)
                #expect(await cache.response(for: .sample(number)) == nil)
                #expect(await cache.response(for: .sample(100 + number)) == .sample(number))
            }
            #expect(fixture.faults == [.readOnly])
            try await fixture.shell("mount -o remount,rw '\(disk)'")
            fixture.advance(1_000_000)
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(104)) == .sample(4))
        }
    }

    @Test("S3: a library on a read-only disk is read and not changed, and changed again when that is possible")
    func readOnlyLibrary() async throws {
        try await withDisk { fixture, disk in
            let first = fixture.library()
            _ = try await first.addBookmark(LibraryFilmTests.parasite)
            #expect(await first.close(within: 20_000))
            try await fixture.shell("mount -o remount,ro '\(disk)'")
            let library = fixture.library()
            #expect(try await library.bookmarks().map(\.film.title) == ["기생충"])
            #expect(await library.ids()?.bookmarked.contains(LibraryFilmTests.kofic) == true)
            #expect(try await library.history(prefix: "", limit: 1).isEmpty)
            #expect(!library.isUnread)
            await #expect(
                throws: LibraryError.unusable(
                    reason: "\(library.path): it is read-only",
                    advice: "Allow yourself to write to the file and its folder, or use another --data-dir.",
                    isLasting: true
                )
            ) { try await library.addBookmark(LibraryFilmTests.up) }
            #expect(fixture.faults == [.readOnly])
            try await fixture.shell("mount -o remount,rw '\(disk)'")
            fixture.advance(1_000_000)
            _ = try await library.addBookmark(LibraryFilmTests.up)
            #expect(try await library.bookmarks().count == 2)
            #expect(await library.close(within: 20_000))
        }
    }

    @Test("S1: a library on a full disk is read, and changed again when there is space")
    func fullLibrary() async throws {
        try await withDisk { fixture, disk in
            let first = fixture.library()
            _ = try await first.addBookmark(LibraryFilmTests.parasite)
            #expect(await first.close(within: 20_000))
            try await fixture.shell("cat /dev/zero > '\(disk)/ballast' 2>/dev/null || true")
            let library = fixture.library()
            #expect(try await library.bookmarks().map(\.film.title) == ["기생충"])
            await #expect(
                throws: LibraryError.unusable(
                    reason: "\(library.path): no space is left for it",
                    advice: "Free some space on its disk, and try again.",
                    isLasting: false
                )
            ) { try await library.addBookmark(LibraryFilmTests.up) }
            #expect(fixture.faults == [.full])
            try await fixture.shell("rm '\(disk)/ballast'")
            fixture.advance(1_000_000)
            _ = try await library.addBookmark(LibraryFilmTests.up)
            #expect(try await library.bookmarks().count == 2)
            #expect(await library.close(within: 20_000))
        }
    }

    @Test(
        "S3: a cache without write permission isn't used until the permission returns",
        .enabled(if: geteuid() != 0, "root may write everything")
    )
    func permissions() async throws {
        for line in ["chmod 500 .", "chmod 400 cache.sqlite"] {
            try await StoreFixture.run { fixture in
                await fixture.fill(1)
                try await fixture.shell("cd '\(fixture.folder)' && \(line)")
                let cache = fixture.cache()
                #expect(await cache.response(for: .sample(0)) == nil)
                #expect(fixture.faults == [.readOnly])
                try await fixture.shell("cd '\(fixture.folder)' && chmod 700 . && chmod 600 cache.sqlite")
                fixture.advance(1_000_000)
                #expect(await cache.response(for: .sample(0)) == .sample(0))
            }
        }
    }

    /// Runs a test on a disk of 1 MB.
    private func withDisk(_ body: (StoreFixture, String) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let disk = folder + "/disk"
            let mount = "mkdir '\(disk)' && mount -t tmpfs -o size=1m,mode=700 marquee '\(disk)' 2>/dev/null"
            guard try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", mount])).status == .exited(0) else {
                try Test.cancel("only root may mount a small disk, and not in every container")
            }
            let fixture = StoreFixture(folder: disk + "/marquee")
            do {
                try await body(fixture, disk)
                try await fixture.shell("umount -l '\(disk)'")
            } catch {
                try await fixture.shell("umount -l '\(disk)'")
                throw error
            }
        }
    }
}
