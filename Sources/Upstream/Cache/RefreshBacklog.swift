/// Which answers are being fetched behind, or are about to be: each at most once, and not more than a number of them.
struct RefreshBacklog: Sendable {
    private let capacity: Int
    private var keys: Set<ResponseKey> = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { keys.count }

    /// Whether the answer is to be fetched now; `false` where that is under way, or where too many are.
    mutating func admit(_ key: ResponseKey) -> Bool {
        keys.count < capacity && keys.insert(key).inserted
    }

    mutating func finish(_ key: ResponseKey) {
        keys.remove(key)
    }
}
