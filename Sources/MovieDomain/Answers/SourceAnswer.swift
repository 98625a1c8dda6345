/// A value that a source gave, and how fresh it is.
package struct SourceAnswer<Value: Sendable>: Sendable {
    package var value: Value
    package var freshness: Freshness
    /// What became of calls for parts that the value lacks now: each message names its part.
    package var failures: [SourceFailure] = []

    package init(_ value: Value, freshness: Freshness = .live) {
        self.value = value
        self.freshness = freshness
    }

    /// The same answer with its value changed.
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> SourceAnswer<Other> {
        var other = SourceAnswer<Other>(transform(value), freshness: freshness)
        other.failures = failures
        return other
    }
}
