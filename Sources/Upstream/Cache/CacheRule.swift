/// What a source's definition says about using an answer again.
package struct CacheRule: Sendable, Hashable {
    /// How long it is fresh, counted from its arrival; `nil` is as long as the source says with each answer, which is not at
    /// all where it says nothing.
    package var freshFor: Duration?
    /// After that: given at once while a newer one is fetched behind; zero leaves it to the source.
    package var staleWhileRevalidate: Duration
    /// After it was fresh: given because the source fails; zero leaves it to the source.
    package var staleIfError: Duration
    /// How long an answer is kept that says that there is no such thing; never longer than `freshFor`.
    package var negativeFor: Duration

    package init(
        freshFor: Duration?,
        staleWhileRevalidate: Duration = .zero,
        staleIfError: Duration = .zero,
        negativeFor: Duration = .seconds(60)
    ) {
        self.freshFor = freshFor
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
        self.negativeFor = negativeFor
    }

    /// The source's `Cache-Control` and `Expires` alone.
    package static let asSourceSays = CacheRule(freshFor: nil)
}
