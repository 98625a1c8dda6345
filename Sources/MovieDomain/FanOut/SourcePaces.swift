import Synchronization

/// How long each source lately took to answer, so that the slowest is asked first.
///
/// A call takes as long as its slowest source: whatever is done before that one's question has left is added to the whole.
package final class SourcePaces: Sendable {
    private let paces = Mutex<[ProviderID: Duration]>([:])

    package init() {}

    /// Takes an answer into account that was not kept from before; the last few count most.
    package func note(_ duration: Duration, of provider: ProviderID) {
        paces.withLock { paces in
            let before = paces[provider] ?? duration
            paces[provider] = before + (duration - before) / 4
        }
    }

    /// The places in `providers` in the order in which they are best asked; those that nothing is known of come last, as
    /// they stand.
    package func slowestFirst(_ providers: [ProviderID]) -> [Int] {
        let known = paces.withLock { paces in providers.map { paces[$0] ?? .zero } }
        return known.indices.sorted { known[$0] == known[$1] ? $0 < $1 : known[$0] > known[$1] }
    }
}
