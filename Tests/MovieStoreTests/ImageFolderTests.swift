import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Image folder")
struct ImageFolderTests {
    /// Runs a test with the path of a folder that doesn't exist yet.
    private static func run(_ body: (String) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await body(folder + "/marquee/images")
        }
    }

    private static func folder(_ path: String, limit: Int = 1 << 20, knowsAddresses: Bool = true) -> ImageFolder {
        ImageFolder(
            at: path,
            limit: limit,
            wallClock: SystemEnvironment.current.wallClock,
            knowsAddresses: knowsAddresses
        ) { _ in }
    }

    private static func bytes(_ value: UInt8, _ count: Int = 5_000) -> [UInt8] {
        [UInt8](repeating: value, count: count)
    }

    @Test("Equal images of two addresses share one file that only the user can access")
    func kept() async throws {
        try await Self.run { path in
            let folder = Self.folder(path)
            #expect(await folder.image(at: "a") == nil)
            let first = try await folder.keep(Self.bytes(1), fileExtension: "png", of: "a")
            let second = try await folder.keep(Self.bytes(1), fileExtension: "png", of: "b")
            #expect(first == second)
            #expect(first == "\(path)/\(SHA256.hexadecimal(Self.bytes(1))).png")
            #expect(FileFacts.of(first)?.mode == 0o600)
            #expect(FileFacts.of(path)?.mode == 0o700)
            #expect(await Self.folder(path).image(at: "b")?.bytes == Self.bytes(1))
            #expect(FileSystem.names(inFolder: path).count == 3)
        }
    }

    @Test("A folder above its limit removes the least recently used image")
    func eviction() async throws {
        try await Self.run { path in
            let folder = Self.folder(path, limit: 60_000)
            for number in 0..<5 as Range<UInt8> {
                let file = try await folder.keep(Self.bytes(number), fileExtension: "gif", of: "\(number)")
                // The files were last used long ago, one after the other.
                var times = [timespec(), timespec()]
                for index in 0...1 { times[index].tv_sec = time(nil) - 1_000 + Int(number) }
                for name in [file, "\(path)/\(SHA256.hexadecimal(Array("\(number)".utf8))).url"] {
                    _ = utimensat(AT_FDCWD, name, times, 0)
                }
            }
            // This image is used again and therefore stays.
            #expect(await folder.image(at: "0") != nil)
            _ = try await folder.keep(Self.bytes(9, 30_000), fileExtension: "gif", of: "9")
            #expect(await folder.image(at: "0") != nil)
            #expect(await folder.image(at: "1") == nil)
            #expect(await folder.image(at: "9") != nil)
            let sizes = FileSystem.names(inFolder: path).compactMap { FileFacts.of("\(path)/\($0)")?.size }
            #expect(sizes.reduce(0, +) <= 60_000)
        }
    }

    @Test("A damaged file of an address leads to no image", arguments: [Int.min, -1, .max])
    func damaged(_ fetchedAt: Int) async throws {
        try await Self.run { path in
            let folder = Self.folder(path)
            let file = try await folder.keep(Self.bytes(1), fileExtension: "png", of: "a")
            let pointer = "\(path)/\(SHA256.hexadecimal(Array("a".utf8))).url"
            try ProjectFiles.write("\(file.dropFirst(path.count + 1)) \(fetchedAt)", to: pointer)
            #expect(await folder.image(at: "a") == nil)
        }
    }

    @Test(
        "A full folder removes no file of another user",
        .enabled(if: geteuid() == 0, "only root can give a file away")
    )
    func filesOfOthers() async throws {
        try await Self.run { path in
            let folder = Self.folder(path, limit: 60_000)
            _ = try await folder.keep(Self.bytes(1), fileExtension: "png", of: "a")
            try ProjectFiles.write(String(repeating: "x", count: 100_000), to: path + "/theirs")
            #expect(chown(path + "/theirs", 54_321, 54_321) == 0)
            _ = try await folder.keep(Self.bytes(2, 70_000), fileExtension: "png", of: "b")
            #expect(FileFacts.of(path + "/theirs") != nil)
        }
    }

    @Test("A symbolic link in the place of an image is neither read nor written through")
    func links() async throws {
        try await Self.run { path in
            let folder = Self.folder(path)
            let file = try await folder.keep(Self.bytes(1), fileExtension: "png", of: "a")
            let other = path + "-elsewhere"
            try ProjectFiles.write("theirs", to: other)
            #expect(unlink(file) == 0 && symlink(other, file) == 0)
            #expect(await folder.image(at: "a") == nil)
            await #expect(throws: ImageError.self) {
                try await folder.keep(Self.bytes(1), fileExtension: "png", of: "a")
            }
            #expect(try FileSystem.local.read(other, 100).get() == Array("theirs".utf8))
        }
    }

    @Test("A folder that can't be made is an error, and a recording doesn't remember addresses")
    func refused() async throws {
        try await Self.run { path in
            let parent = String(path.dropLast("/images".count))
            try ProjectFiles.write("a file", to: parent)
            await #expect(throws: ImageError.self) {
                try await Self.folder(path).keep(Self.bytes(1), fileExtension: "png", of: "a")
            }
            #expect(unlink(parent) == 0)
            let recorded = Self.folder(path, knowsAddresses: false)
            _ = try await recorded.keep(Self.bytes(1), fileExtension: "png", of: "a")
            #expect(await recorded.image(at: "a") == nil)
            #expect(await Self.folder(path).image(at: "a") == nil)
        }
    }
}
