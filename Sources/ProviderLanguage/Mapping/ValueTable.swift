/// A table of values by their text: `map` and `else`.
struct ValueTable: Sendable {
    enum Result: Hashable, Sendable {
        case text(String)
        /// The value counts as absent.
        case drop
    }

    enum Otherwise: Hashable, Sendable {
        case keep
        case drop
        case text(String)
    }

    let results: [String: Result]
    let otherwise: Otherwise
    /// The lengths of the texts in UTF-8 where all of them are ASCII: ASCII of another length is none of them.
    private let lengths: ClosedRange<Int>?

    init(results: [String: Result], otherwise: Otherwise) {
        self.results = results
        self.otherwise = otherwise
        let counts = results.keys.map(\.utf8.count)
        let isASCII = results.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        lengths = isASCII ? counts.min().flatMap { least in counts.max().map { least...$0 } } : nil
    }

    /// What a text becomes; `nil` where it counts as absent.
    func value(for text: String) -> String? {
        switch mayHave(text) ? results[text] : nil {
        case .text(let result): return result
        case .drop: return nil
        case nil: break
        }
        switch otherwise {
        case .keep: return text
        case .drop: return nil
        case .text(let result): return result
        }
    }

    /// Whether the text may be in the table, by its length: most tables have few words, and most texts are none of them.
    private func mayHave(_ text: String) -> Bool {
        guard let lengths, !lengths.contains(text.utf8.count) else { return true }
        return text.utf8.contains { $0 >= 0x80 }
    }
}
