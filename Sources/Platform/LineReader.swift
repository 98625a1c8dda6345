#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a file or standard input line by line, in large pieces.
package struct LineReader: ~Copyable {
    private let descriptor: FileDescriptor
    private let name: String
    private var buffer = ReadBuffer(capacity: 1 << 18)
    private var isAtEnd = false

    /// Opens a file, or standard input for `-`.
    package init(_ path: String) throws(SystemError) {
        name = path
        descriptor = path == "-" ? .standardInput : FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
        guard descriptor.number >= 0 else { throw SystemError(path) }
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
        var searched = 0
        while true {
            let unread = buffer.unread
            if let newline = unread.span.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
                buffer.drop(newline + 1)
                let line = unread.prefix(newline)
                return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
            if isAtEnd {
                buffer.drop(unread.count)
                return unread.isEmpty ? nil : Array(unread)
            }
            searched = unread.count
            do {
                let count = try buffer.fill { [descriptor] (bytes, start) throws(SystemError) in
                    try descriptor.read(into: &bytes, from: start)
                }
                isAtEnd = count == 0
            } catch {
                throw SystemError(name, code: error.code)
            }
        }
    }
}

/// The bytes that were read and not used yet, in one piece.
///
/// It grows up to the size of the current message and shrinks back afterwards.
package struct ReadBuffer {
    private var storage: [UInt8]
    private var start = 0
    private var end = 0
    private let usualCapacity: Int

    package init(capacity: Int) {
        usualCapacity = capacity
        storage = [UInt8](repeating: 0, count: capacity)
    }

    /// The number of bytes, used or not, for which there is memory.
    package var capacity: Int { storage.count }

    package var unread: ArraySlice<UInt8> { storage[start..<end] }

    package mutating func drop(_ count: Int) { start += count }

    /// Moves the unused bytes to the front and makes room for at least half the usual capacity.
    private mutating func makeRoom() {
        if start > 0 {
            let count = end - start
            storage.replaceSubrange(0..<count, with: Array(storage[start..<end]))
            start = 0
            end = count
            if storage.count > usualCapacity, count < usualCapacity / 2 { resize(to: usualCapacity) }
        }
        if storage.count - end < usualCapacity / 2 { resize(to: storage.count * 2) }
    }

    /// Makes room and lets `read` fill it from `start` on; returns the number of bytes that `read` returns.
    package mutating func fill<Failure>(
        _ read: (_ bytes: inout [UInt8], _ start: Int) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom()
        let count = try read(&storage, end)
        end += count
        return count
    }

    private mutating func resize(to capacity: Int) {
        if capacity > storage.count {
            storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
        } else {
            storage = Array(storage[0..<end]) + repeatElement(0, count: capacity - end)
        }
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
