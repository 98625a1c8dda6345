import JSONRPC
import Testing

extension RPCFraming {
    /// Takes a stream of ours apart, strictly as we write it.
    ///
    /// - Throws: where a frame is not whole.
    func bodies(_ stream: [UInt8]) throws -> [[UInt8]] {
        switch self {
        case .line:
            try #require(stream.isEmpty || stream.last == 0x0A)
            return stream.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init)
        case .header:
            return try headerBodies(stream)
        }
    }

    private func headerBodies(_ stream: [UInt8]) throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let end = try #require(rest.firstIndex(of: 0x0D))
            let head = String(decoding: rest[..<end], as: UTF8.self)
            try #require(head.hasPrefix("Content-Length: "))
            try #require(rest[end...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]))
            let length = try #require(Int(head.dropFirst(16)))
            let start = end + 4
            try #require(start + length <= rest.endIndex)
            bodies.append(Array(rest[start..<(start + length)]))
            rest = rest[(start + length)...]
        }
        return bodies
    }
}
