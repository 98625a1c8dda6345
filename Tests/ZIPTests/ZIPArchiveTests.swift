import MarqueeTestKit
import Testing
import ZIP

@Suite("Reading ZIP archives")
struct ZIPArchiveTests {
    private static let text = "Name,Year\n" + String(repeating: "Paper Pier,2020\n", count: 200)

    @Test(
        "Stored and deflated files are read, also with sizes after the file and in 64 bits",
        arguments: [
            MadeUpArchive.Form.stored, .deflated, .described, .long,
        ]
    )
    func reads(_ form: MadeUpArchive.Form) throws {
        let bytes = MadeUpArchive([("a.csv", Self.text), ("lists/b.csv", ""), ("lists/", "")], form).bytes
        let archive = try ZIPArchive(bytes)
        #expect(archive.entries.map(\.path) == ["a.csv", "lists/b.csv"])
        let texts = try archive.entries.map { String(decoding: try archive.read($0), as: UTF8.self) }
        #expect(texts == [Self.text, ""])
    }

    @Test("A comment, an empty archive, and backslashes are read")
    func shapes() throws {
        var commented = MadeUpArchive([("lists\\b.csv", "x")])
        commented.comment = "made up"
        #expect(try ZIPArchive(commented.bytes).entries.map(\.path) == ["lists/b.csv"])
        let empty = MadeUpArchive([])
        #expect(ZIPArchive.begins(empty.bytes))
        #expect(try ZIPArchive(empty.bytes).entries.isEmpty)
    }

    @Test(
        "Paths that lead out of the archive, and names that come twice, are refused",
        arguments: [
            "../a.csv", "a/../../b.csv", "/etc/a.csv", "C:/a.csv", "..\\a.csv", "a\u{0}.csv",
        ]
    )
    func paths(_ path: String) {
        #expect(throws: ZIPError.self) { try ZIPArchive(MadeUpArchive([(path, "x")]).bytes) }
        #expect(throws: ZIPError.self) { try ZIPArchive(MadeUpArchive([("a", "x"), ("a", "y")]).bytes) }
    }

    @Test("A file that claims too much, or is longer than it claims, costs no memory")
    func bombs() throws {
        var limits = ZIPArchive.Limits()
        (limits.entries, limits.entryBytes, limits.totalBytes) = (3, 4_000, 6_000)
        let many = MadeUpArchive((0..<4).map { ("\($0)", "") })
        #expect(throws: ZIPError.self) { try ZIPArchive(many.bytes, limits: limits) }
        let large = MadeUpArchive([("a", String(repeating: "x", count: 5_000))])
        #expect(throws: ZIPError.self) { try ZIPArchive(large.bytes, limits: limits) }
        let both = MadeUpArchive([("a", Self.text), ("b", Self.text)])
        #expect(throws: ZIPError.self) { try ZIPArchive(both.bytes, limits: limits) }
        var lying = MadeUpArchive([("a", Self.text)])
        lying.claimedSize = 10
        let archive = try ZIPArchive(lying.bytes)
        #expect(throws: ZIPError.self) { try archive.read(archive.entries[0]) }
    }

    @Test("Encrypted files, other methods, and damage are refused by name")
    func damage() throws {
        var made = MadeUpArchive([("a.csv", Self.text)])
        for (flags, method, word) in [(1, 8, "encrypted"), (0, 14, "method 14")] {
            (made.flags, made.method) = (flags, method)
            let archive = try ZIPArchive(made.bytes)
            let error = #expect(throws: ZIPError.self) { try archive.read(archive.entries[0]) }
            #expect(error?.description.contains(word) == true)
        }
        let whole = MadeUpArchive([("a.csv", Self.text)]).bytes
        // No cut and no changed byte leads to a trap.
        for count in 0..<whole.count {
            #expect(throws: ZIPError.self) { try ZIPArchive(Array(whole.prefix(count))) }
            var changed = whole
            changed[count] ^= 0xFF
            do throws(ZIPError) {
                let archive = try ZIPArchive(changed)
                for entry in archive.entries { _ = try archive.read(entry) }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
