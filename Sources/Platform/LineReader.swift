#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a file or standard input line by line, in large pieces.
package struct LineReader: ~Copyable {
    private let descriptor: FileDescriptor
    private let name: String
    private var buffer: [UInt8]
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    /// The number of the line that was returned last, from 1.
    package private(set) var number = 0

    /// Opens a file, or standard input for `-`.
    package init(_ path: String) throws(SystemError) {
        name = path
        descriptor = path == "-" ? .standardInput : FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
        guard descriptor.number >= 0 else { throw SystemError(path) }
        buffer = [UInt8](repeating: 0, count: 1 << 18)
    }

    deinit {
        if descriptor != .standardInput { descriptor.close() }
    }

    /// Returns the size of a file in bytes, or 0 if it is unknown.
    package static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the next line without its line end, or `nil` after the last one.
    package mutating func next() throws(SystemError) -> [UInt8]? {
        var searched = start
        while true {
            if let newline = newline(from: searched) {
                var line = start..<newline
                start = newline + 1
                if !line.isEmpty, buffer[newline - 1] == UInt8(ascii: "\r") { line = line.lowerBound..<newline - 1 }
                number += 1
                return Array(buffer[line])
            }
            searched = end
            if isAtEnd {
                guard start < end else { return nil }
                defer { start = end }
                number += 1
                return Array(buffer[start..<end])
            }
            let moved = start
            try fill()
            searched -= moved - start
        }
    }

    private func newline(from first: Int) -> Int? {
        buffer.span.extracting(..<end).firstIndex(of: UInt8(ascii: "\n"), from: first)
    }

    /// Moves the unused bytes to the front and reads more bytes after them.
    private mutating func fill() throws(SystemError) {
        if start > 0 {
            buffer.replaceSubrange(0..<end - start, with: Array(buffer[start..<end]))
            end -= start
            start = 0
        }
        if end == buffer.count { buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count)) }
        let count: Int
        do {
            count = try descriptor.read(into: &buffer, from: end)
        } catch {
            throw SystemError(name, code: error.code)
        }
        if count == 0 { isAtEnd = true }
        end += count
    }
}

extension Span<UInt8> {
    /// Returns the offset of the first `byte` at or after `start`, or `nil`; `memchr` compares many bytes at once.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            guard let found = unsafe memchr(base + start, Int32(byte), buffer.count - start) else { return nil }
            return unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        }
    }
}
