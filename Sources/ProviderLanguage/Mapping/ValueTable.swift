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

    /// What a text becomes; `nil` where it counts as absent.
    func value(for text: String) -> String? {
        switch results[text] {
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
}
