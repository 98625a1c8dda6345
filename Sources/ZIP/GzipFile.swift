internal import CZlib

/// A file in gzip (RFC 1952) in memory, which may have several parts.
package enum GzipFile {
    /// Whether bytes begin like such a file.
    package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// Returns the content; `nil` if it is damaged, cut off, or longer than `limit` bytes.
    package static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        // On the heap, because zlib refuses a stream that was moved.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        defer { unsafe stream.deallocate() }
        guard unsafe marquee_zlib_begin(stream) == Z_OK else { return nil }
        defer { _ = unsafe inflateEnd(stream) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let isWhole = unsafe bytes.withUnsafeBufferPointer { input in
            // zlib only reads the input, although its type allows writing.
            unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(input.count)
            while true {
                let (result, count) = unsafe buffer.withUnsafeMutableBufferPointer { output in
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(output.count)
                    let result = unsafe inflate(stream, Z_NO_FLUSH)
                    return unsafe (result, output.count - Int(stream.pointee.avail_out))
                }
                content += buffer[..<count]
                guard content.count <= limit else { return false }
                switch result {
                case Z_OK where count > 0: continue
                case Z_STREAM_END:
                    // Blocks that were packed one by one follow each other.
                    if unsafe stream.pointee.avail_in == 0 { return true }
                    guard unsafe inflateReset(stream) == Z_OK else { return false }
                default: return false
                }
            }
        }
        return isWhole ? content : nil
    }
}
