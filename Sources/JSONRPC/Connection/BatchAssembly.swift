import Synchronization

/// Gathers the answers to a batch, which go out as one array in the order of the calls (JSON-RPC 2.0 section 6).
final class BatchAssembly: Sendable {
    private struct State {
        var answers: [[UInt8]?]
        var missing: Int
    }

    private let state: Mutex<State>

    /// An answer with so many places.
    init(count: Int) {
        state = Mutex(State(answers: Array(repeating: nil, count: count), missing: count))
    }

    /// Fills a place, with nil where nothing is to be answered after all.
    ///
    /// - Returns: the array's text once the last place is filled, nil before, and nil where it would be empty.
    func fill(_ place: Int, with answer: [UInt8]?) -> [UInt8]? {
        let answers: [[UInt8]]? = state.withLock { state in
            state.answers[place] = answer
            state.missing -= 1
            guard state.missing == 0 else { return nil }
            defer { state.answers = [] }
            return state.answers.compactMap { $0 }
        }
        guard let answers, !answers.isEmpty else { return nil }
        return Self.array(answers)
    }

    private static func array(_ answers: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(answers.reduce(answers.count + 1) { $0 + $1.count })
        for answer in answers {
            text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            text.append(contentsOf: answer)
        }
        text.append(UInt8(ascii: "]"))
        return text
    }
}
