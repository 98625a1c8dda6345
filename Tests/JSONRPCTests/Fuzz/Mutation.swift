/// Small random damage, of the kinds that hurt parsers.
enum Mutation {
    private static let interesting =
        Array("[]{},:\"\\0123456789.eE+-tfnu \r\nContent-Length: ".utf8) + [
            0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF,
        ]

    /// Changes, inserts, removes, repeats or moves bytes at up to three places.
    static func damage(_ bytes: [UInt8], using random: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) { damageOnce(&bytes, using: &random) }
        return bytes
    }

    private static func damageOnce(_ bytes: inout [UInt8], using random: inout SplitMix) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = interesting[Int.random(in: 0..<interesting.count, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where place < bytes.count: bytes[place] = byte
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &random)), at: place)
        case 3: bytes = Array(bytes[place...] + bytes[..<place])
        case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: bytes.insert(byte, at: place)
        }
    }
}
