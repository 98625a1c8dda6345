import Synchronization

/// A call of the user that can be taken back as a whole, however many changes of the store it takes.
package final class LibraryAction: Sendable {
    /// The action that the changes of this task belong to.
    @TaskLocal package static var current: LibraryAction?
    /// The action that those of all calls of one command are parts of; changes that cannot be taken back belong to none.
    @TaskLocal package static var ofCommand: LibraryAction?

    /// The method that was called.
    package let method: String
    private let number = Mutex<Int?>(nil)

    package init(method: String) {
        self.method = method
    }

    /// The number of its first recorded change; `nil` before that.
    package var firstChange: Int? { number.withLock(\.self) }

    /// Notes the number of a recorded change; the first one stays.
    package func note(_ change: Int) { number.withLock { $0 = $0 ?? change } }
}

/// An action that was taken back, and the number of entries of each kind that are again as they were.
public struct UndoneAction: Hashable, Sendable {
    public var method: String
    public var madeAt: Timestamp
    public var history = 0
    public var bookmarks = 0
    public var cards = 0
    public var lists = 0
    public var matches = 0
    public var fields = 0
    /// The entries that were changed since, and stay as they are.
    public var kept = 0
    /// The titles of some of the films, and the names of some of the lists.
    public var names: [String] = []
    /// The number of earlier actions that can be taken back.
    public var remaining = 0

    public init(method: String, madeAt: Timestamp) {
        self.method = method
        self.madeAt = madeAt
    }
}
