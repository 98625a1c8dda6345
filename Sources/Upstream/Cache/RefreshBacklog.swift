/// Which answers are being fetched behind, or are about to be: each at most once, and not more than a number of them.
struct RefreshBacklog: Sendable {
    private let capacity: Int
    private var keys: Set<ResponseKey> = []
    private var unreachable: Set<ResponseKey> = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { keys.count }

    /// Whether the answer is to be fetched now; `false` where that is under way, or where too many are.
    mutating func admit(_ key: ResponseKey) -> Bool {
        keys.count < capacity && keys.insert(key).inserted
    }

    /// Whether the answer is being fetched, or about to be.
    func holds(_ key: ResponseKey) -> Bool { keys.contains(key) }

    mutating func finish(_ key: ResponseKey) {
        keys.remove(key)
    }

    /// The host that was asked behind is down, and another one is not asked there: the next call has to.
    mutating func noteUnreachable(_ key: ResponseKey) {
        if unreachable.count < capacity { unreachable.insert(key) }
    }

    /// Whether the host was found down, and nobody has taken note since.
    func isUnreachable(_ key: ResponseKey) -> Bool { unreachable.contains(key) }

    /// Whether the host was found down since this was last asked.
    mutating func takeUnreachable(_ key: ResponseKey) -> Bool {
        unreachable.remove(key) != nil
    }
}
