import ArgumentParser
import JSON
import MovieProviders

/// A recorded session.
struct Trace {
    /// One thing that happened, in its order.
    enum Step {
        /// The client sent these bytes, frame included.
        case send([UInt8])
        /// The client sent something of which the trace has too little to send it again; it got an error.
        case unsendable
        /// The server sent these answers in one message.
        case receive([TracedAnswer])
    }

    /// A trace that cannot be played.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        let exitCode: ExitCode
    }

    private static let maximumBytes = 1 << 30

    /// What happened, each with its seconds since the first.
    private(set) var steps: [(seconds: Double, step: Step)] = []
    /// `line` or `header`: the session's.
    private(set) var framing = "line"
    /// How many messages the trace itself lacks.
    private(set) var missing = 0
    /// The method of each request, by its id as it was written.
    private(set) var methods: [String: String] = [:]

    init(file: String) throws(Failure) {
        let bytes: [UInt8]
        switch FileSystem.local.read(file, Self.maximumBytes) {
        case .success(let content): bytes = content
        case .failure(let failure): throw Failure(description: "\(failure)", exitCode: .inputOutput)
        }
        var start: Double?
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let record = TraceLine(Array(line)) else {
                throw Failure(description: "\(file):\(index + 1): no record of a trace", exitCode: .dataError)
            }
            if index == 0 { framing = record.framing }
            start = start ?? record.seconds
            note(record)
            if let step = record.step { steps.append((record.seconds - (start ?? 0), step)) }
        }
        guard !steps.isEmpty else { throw Failure(description: "\(file): an empty trace", exitCode: .dataError) }
    }

    private mutating func note(_ record: TraceLine) {
        missing += record.missing
        for (id, method) in record.requests { methods[id] = method }
    }
}
