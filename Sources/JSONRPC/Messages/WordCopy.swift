#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Comparing and copying a few dozen bytes by whole words, where a call to the C library would take longer than the work.
enum WordCopy {
    /// A copy reads and writes up to so many bytes past its end.
    static let slack = 16

    /// Whether two stretches are equal; reads nothing past them.
    @inline(__always)
    static func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        guard count >= 8 else { return unsafe memcmp(left, right, count) == 0 }
        let last = count &- 8
        var offset = 0
        while offset < last {
            guard unsafe word(left, offset) == word(right, offset) else { return false }
            offset &+= 8
        }
        // Overlaps what has been compared, where the count is no multiple of eight.
        return unsafe word(left, last) == word(right, last)
    }

    /// Copies so many bytes, in steps of sixteen.
    @inline(__always)
    static func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        var offset = 0
        while offset < count {
            let part = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            unsafe target.storeBytes(of: part, toByteOffset: offset, as: SIMD16<UInt8>.self)
            offset &+= 16
        }
    }

    /// Copies so many bytes and touches no others on either side, the last word overlapping the one before.
    @inline(__always)
    static func copyExactly(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        guard count >= 8, count <= 64 else { return unsafe target.copyMemory(from: source, byteCount: count) }
        let last = count &- 8
        var offset = 0
        while offset < last {
            unsafe target.storeBytes(of: word(source, offset), toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        unsafe target.storeBytes(of: word(source, last), toByteOffset: last, as: UInt64.self)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
