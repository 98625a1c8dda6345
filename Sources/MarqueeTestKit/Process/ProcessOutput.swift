/// What a process has written so far and nobody has taken yet, and how it stands.
struct ProcessOutput: Sendable {
    var output: [UInt8] = []
    var isOutputEnded = false
    var errors: [UInt8] = []
    var isErrorsEnded = false
    var status: ExitStatus?
    /// The test is over; nothing more is collected.
    var isAbandoned = false
    /// Bytes given to ``RunningProcess/write(_:)-swift.method`` that the process has not taken.
    var unwrittenCount = 0

    /// Takes the next line, without its end.
    mutating func takeLine() -> [UInt8]? {
        guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        var line = Array(output[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        output.removeFirst(end + 1)
        return line
    }

    /// Takes the body of the next message that is framed by `Content-Length` headers.
    mutating func takeHeaderFrame() -> [UInt8]? {
        let mark = Array("\r\n\r\n".utf8)
        guard output.count >= mark.count,
            let end = (0...(output.count - mark.count)).first(where: {
                output[$0] == mark[0] && output[$0..<($0 + mark.count)].elementsEqual(mark)
            })
        else { return nil }
        let lines = String(decoding: output[..<end], as: UTF8.self).split(separator: "\r\n")
        let length = lines.lazy
            .map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0.first?.lowercased() == "content-length" }
            .flatMap { Int($0.last?.drop { $0 == " " } ?? "") }
        let start = end + mark.count
        guard let length, output.count >= start + length else { return nil }
        let body = Array(output[start..<(start + length)])
        output.removeFirst(start + length)
        return body
    }
}
