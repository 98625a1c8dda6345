import Platform
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "The hashes match the examples of FIPS 180 and of NIST's short messages",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ]
    )
    func examples(_ text: String, _ hash: String) {
        #expect(SHA256.hexadecimal(Array(text.utf8)) == hash)
    }

    @Test("The hash of a million letters is correct, and all lengths up to 200 differ")
    func lengths() {
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(SHA256.hexadecimal(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        let hashes = Set((0...200).map { SHA256.hexadecimal([UInt8](repeating: 0, count: $0)) })
        #expect(hashes.count == 201)
        #expect(hashes.allSatisfy { $0.utf8.count == 64 })
    }
}
