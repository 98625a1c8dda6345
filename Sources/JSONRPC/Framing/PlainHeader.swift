/// The header block that nearly every client writes: exactly `Content-Length: N`, line ends with `\r\n`.
///
/// Only a short way for the usual case; anything else is read line by line.
struct PlainHeader {
    private static var name: StaticString { "Content-Length: " }
    private static let mostDigits = 10

    /// The body's length in bytes.
    let length: Int
    /// Where the body begins.
    let end: Int

    /// Reads the block at the front of `bytes`; nil where it looks any different or is not complete.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.has(Self.name, at: 0) else { return nil }
        var at = Self.name.utf8CodeUnitCount
        var length = 0
        while at < bytes.count, bytes[at].isASCIIDigit, at < Self.name.utf8CodeUnitCount + Self.mostDigits {
            length = length &* 10 &+ Int(bytes[at] & 0x0F)
            at &+= 1
        }
        guard at > Self.name.utf8CodeUnitCount, at &+ 4 <= bytes.count else { return nil }
        guard bytes[at] == .carriageReturn, bytes[at &+ 1] == .lineFeed else { return nil }
        guard bytes[at &+ 2] == .carriageReturn, bytes[at &+ 3] == .lineFeed else { return nil }
        self.length = length
        self.end = at &+ 4
    }
}
