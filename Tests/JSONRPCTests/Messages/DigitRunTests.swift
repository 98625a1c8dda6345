import Testing

@testable import JSONRPC

@Suite("Digits, eight at a time")
struct DigitRunTests {
    @Test("Of all bytes only ten are digits, wherever they stand among digits", arguments: 0..<16)
    func everyByte(_ place: Int) {
        for byte in UInt8.min...UInt8.max {
            var bytes = [UInt8](repeating: UInt8(ascii: "7"), count: 24)
            bytes[place] = byte
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.map { unsafe DigitRun.count($0, upTo: bytes.count) }
            }
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            #expect(count == (isDigit ? 16 : place), "byte \(byte) at \(place)")
        }
    }
}
