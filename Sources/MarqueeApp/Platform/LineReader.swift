#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a file, or standard input, line by line in large pieces.
struct LineReader: ~Copyable {
    /// What the system says where a file cannot be read.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8]
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(Failure) {
        name = path
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LineReader.failure(path) }
        buffer = [UInt8](repeating: 0, count: 1 << 18)
    }

    deinit {
        if descriptor > STDIN_FILENO { close(descriptor) }
    }

    /// How many bytes the file has; 0 where that is not known.
    static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The next line without its end; `nil` after the last one.
    mutating func next() throws(Failure) -> [UInt8]? {
        var searched = start
        while true {
            if let newline = newline(from: searched) {
                var line = start..<newline
                start = newline + 1
                if !line.isEmpty, buffer[newline - 1] == UInt8(ascii: "\r") { line = line.lowerBound..<newline - 1 }
                return Array(buffer[line])
            }
            searched = end
            if isAtEnd {
                guard start < end else { return nil }
                defer { start = end }
                return Array(buffer[start..<end])
            }
            let moved = start
            try fill()
            searched -= moved - start
        }
    }

    private func newline(from first: Int) -> Int? {
        guard first < end else { return nil }
        return unsafe buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = unsafe memchr(base + first, 10, end - first) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Moves what is left to the front, and reads more behind it.
    private mutating func fill() throws(Failure) {
        if start > 0 {
            buffer.replaceSubrange(0..<end - start, with: Array(buffer[start..<end]))
            end -= start
            start = 0
        }
        if end == buffer.count { buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count)) }
        while true {
            let offset = end
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe read(descriptor, bytes.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw LineReader.failure(name) }
            if count == 0 { isAtEnd = true }
            end += count
            return
        }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
