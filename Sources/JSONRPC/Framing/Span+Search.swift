#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Searching in borrowed bytes.
extension Span<UInt8> {
    /// The offset of the first `byte` at or after `start`, or nil.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            guard let found = unsafe memchr(base + start, Int32(byte), buffer.count - start) else { return nil }
            return unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        }
    }

    /// Whether these bytes lie at an offset.
    @inline(__always)
    func has(_ text: [UInt8], at start: Int) -> Bool { has(text.span, at: start) }

    /// Whether other bytes lie at an offset.
    @inline(__always)
    func has(_ text: Span<UInt8>, at start: Int) -> Bool {
        guard start >= 0, count - start >= text.count else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe text.withUnsafeBytes { other in
                guard let left = bytes.baseAddress, let right = other.baseAddress else { return true }
                return unsafe memcmp(left + start, right, other.count) == 0
            }
        }
    }

    /// Whether the first bytes are these.
    func begins(with prefix: [UInt8]) -> Bool { has(prefix, at: 0) }

    /// Whether a literal lies at an offset.
    @inline(__always)
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, count - start >= text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBytes { bytes in
            guard let left = bytes.baseAddress else { return true }
            return unsafe memcmp(left + start, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    /// Whether every byte is a blank of JSON.
    var isAllBlank: Bool {
        for index in 0..<count where !self[index].isJSONBlank { return false }
        return true
    }

    /// The same bytes as an array of their own.
    var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
