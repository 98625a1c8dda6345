import MovieAggregation
package import MovieDomain

/// What came of a call, as far as its answer says so.
package struct AnswerOutcome: Sendable {
    /// Whether there was nothing to take back.
    package var isNothing = false
    /// The number of entries that were removed; `nil` if none were to be.
    package var removed: Int?
    /// Whether entries were added or changed that can be taken back.
    package var isChange = false
    /// That no source answered, in words.
    package var silence: String?
    /// The film that was stored by its id only.
    package var nameless: MovieID?
    /// The services that have any of the films, which tell whether a wanted one is mistyped; `nil` if none are asked for.
    package var services: [String]?
}

/// An answer that says what came of its call.
package protocol Conclusive: WireObject {
    var outcome: AnswerOutcome { get }
}

extension RemovedResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(removed: removed, isChange: removed > 0) }
}

extension UndoResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(isNothing: undone == nil) }
}

extension MatchNotes: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(isChange: true) }
}

extension LibraryImportResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(isChange: isChange) }
}

extension TrendResult: Conclusive {
    package var outcome: AnswerOutcome {
        let isSilent = series.isEmpty && !gaps.isEmpty && gaps.allSatisfy { $0.status == .error }
        return AnswerOutcome(silence: isSilent ? "no source answered for any of these days" : nil)
    }
}

extension BookmarkOffersResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(silence: sources.silence, services: services) }
}

extension BookmarkReleasesResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(silence: sources.silence) }
}

extension [ProviderReport] {
    fileprivate var silence: String? {
        let hasAnswer = contains { [.ok, .empty, .stale].contains($0.status) }
        return isEmpty || hasAnswer ? nil : "no source answered"
    }
}

extension BookmarkResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(nameless: movie.movie.nameless) }
}

extension CardResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(nameless: card?.movie.movie.nameless) }
}

extension ListedFilmResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(nameless: movie.movie.nameless) }
}

extension Movie {
    /// The id of a film without a title.
    fileprivate var nameless: MovieID? { facts.title == nil ? id : nil }
}
