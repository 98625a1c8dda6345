#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How far a ``BulkProcess`` is with what it waits for; looks at the bytes only where it has to count in them.
struct BulkProgress {
    private(set) var byteCount = 0
    private let goal: BulkProcess.Goal
    private let text: [UInt8]
    private var matched = 0
    private var found = 0

    init(_ goal: BulkProcess.Goal) {
        self.goal = goal
        text = if case .occurrences(let text, _) = goal { Array(text.utf8) } else { [] }
    }

    /// Whether the goal is reached.
    var isComplete: Bool {
        switch goal {
        case .bytes(let count): byteCount >= count
        case .occurrences(_, let count): found >= count
        case .end: false
        }
    }

    /// Whether the end of the output is the goal.
    var endsWithOutput: Bool { if case .end = goal { true } else { false } }

    /// Takes what has been read.
    mutating func note(_ bytes: UnsafeBufferPointer<UInt8>) {
        byteCount += bytes.count
        guard !text.isEmpty else { return }
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            matched = byte == text[matched] ? matched + 1 : byte == text[0] ? 1 : 0
            guard matched == text.count else { continue }
            found += 1
            matched = 0
        }
    }
}
