#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Blocking reads and writes on a descriptor, whole and without signals.
enum Descriptor {
    /// The next bytes, at most 64 KiB; empty at the end of the stream or after an error.
    static func read(_ descriptor: Int32) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = 0
            while true {
                let got = unsafe readOnce(descriptor, into: buffer)
                if got < 0 && errno == EINTR { continue }
                count = max(0, got)
                return
            }
        }
    }

    /// Writes everything; says whether it could.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let written = unsafe writeOnce(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { return false }
                unsafe rest = rest.dropFirst(written)
            }
            return true
        }
    }

    /// Waits until there is something to read, the end of the stream included; `false` when the time has passed.
    static func waitUntilReadable(_ descriptor: Int32, upTo timeout: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let parts = timeout.components
        let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
        return unsafe poll(&entry, 1, Int32(clamping: milliseconds)) > 0
    }

    /// Reads once; negative after an error.
    static func readOnce(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    /// Writes once; negative after an error.
    static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
