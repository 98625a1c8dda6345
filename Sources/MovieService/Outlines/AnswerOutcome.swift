import MovieAggregation
package import MovieDomain

/// The outcome of a call, as its answer reports it.
package struct AnswerOutcome: Sendable {
    /// Whether there was nothing to take back.
    package var isNothing = false
    /// The number of entries that were removed; `nil` if none were to be.
    package var removed: Int?
    /// Whether entries were added or changed that can be taken back.
    package var isChange = false
    /// Says that no source answered; `nil` if one did.
    package var whyNoAnswer: String?
    /// The film that was stored by its id only.
    package var filmWithoutTitle: MovieID?
    /// The services that have any of the films, which tell whether a wanted one is mistyped; `nil` if none are asked for.
    package var services: [String]?
}

/// An answer that reports the outcome of its call.
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
        return AnswerOutcome(whyNoAnswer: isSilent ? "no source answered for any of these days" : nil)
    }
}

extension BookmarkOffersResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(whyNoAnswer: sources.whyNoAnswer, services: services) }
}

extension BookmarkReleasesResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(whyNoAnswer: sources.whyNoAnswer) }
}

extension [ProviderReport] {
    fileprivate var whyNoAnswer: String? {
        let hasAnswer = contains { [.ok, .empty, .stale].contains($0.status) }
        return isEmpty || hasAnswer ? nil : "no source answered"
    }
}

extension BookmarkResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(filmWithoutTitle: movie.movie.idWithoutTitle) }
}

extension CardResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(filmWithoutTitle: card?.movie.movie.idWithoutTitle) }
}

extension ListedFilmResult: Conclusive {
    package var outcome: AnswerOutcome { AnswerOutcome(filmWithoutTitle: movie.movie.idWithoutTitle) }
}

extension Movie {
    /// The id of a film without a title.
    fileprivate var idWithoutTitle: MovieID? { facts.title == nil ? id : nil }
}
