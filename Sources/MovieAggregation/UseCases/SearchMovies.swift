package import MovieDomain
import Platform

/// Finds films by words of their titles, at all sources that support it (`movies/search`).
package struct SearchMovies: Hashable, Sendable {
    package var text: String
    /// The year of the film's release; `nil` is any.
    package var year: Int?
    package var page: PageRequest
    package var providers: [ProviderID] = []
    package var languages: [String] = []
    /// The languages that sources are asked for, if not those of the answer.
    var languagesOfSources: [String]?
    /// Whether the text is a title, whatever it looks like.
    var isTitle = false
    /// Whether to wait for a turn at a source whose rate is used up, as one of several searches for one call.
    var waitsForTurn = false

    package init(text: String, year: Int? = nil, page: PageRequest = PageRequest()) {
        self.text = text
        self.year = year
        self.page = page
    }

    /// Returns the merged films of one page, best ranks first.
    ///
    /// A query that is the id or the address of a film finds that film. If nothing has a title with a year at its end,
    /// the year is taken for the film's.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        let deadline = catalogue.startDeadline()
        if isTitle { return try await list(in: catalogue, until: deadline, onAnswer) }
        try CallRange.check(year, in: CallRange.years, "year")
        try CallRange.checkedText(text, "query")
        if let id = namedFilm(in: catalogue) { return try await film(id, in: catalogue, onAnswer) }
        let written: SearchResult
        do throws(CallError) {
            written = try await list(in: catalogue, until: deadline, onAnswer)
        } catch {
            // A recording has no answer, not even that there is nothing, for a title with a year that it did not hear.
            guard year == nil, error.isUnrecorded, let dated = splittingOffYear else { throw error }
            var result = try await dated.list(in: catalogue, until: deadline, onAnswer)
            result.interpreted = QueryReading(query: dated.text, year: dated.year)
            return result
        }
        guard written.movies.isEmpty, year == nil, let dated = splittingOffYear else { return written }
        // The first page tells whether this one is empty because it lies past the last.
        if !page.isFirst {
            var first = self
            first.page = page.beginning
            guard try await first.list(in: catalogue, until: deadline, nil).movies.isEmpty else { return written }
        }
        do throws(CallError) {
            var result = try await dated.list(in: catalogue, until: deadline, onAnswer)
            guard !result.movies.isEmpty else { return written }
            result.sources = zip(written.sources, result.sources).map { $0.combined(with: $1) }
            result.interpreted = QueryReading(query: dated.text, year: dated.year)
            return result
        } catch {
            if case .cancelled = error { throw error }
            return written
        }
    }

    private func list(
        in catalogue: Catalogue,
        until deadline: Deadline,
        _ onAnswer: PartialAnswer.Observer?
    ) async throws(CallError) -> SearchResult {
        var listing = MovieListing(
            catalogue: catalogue,
            repositories: try catalogue.repositories(named: providers),
            capability: .search,
            request: try page.validated(),
            languages: languages,
            onAnswer: onAnswer
        )
        (listing.waitsForTurn, listing.title) = (waitsForTurn, year == nil ? text : nil)
        let asked = languagesOfSources ?? languages
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            let query = SearchQuery(text: text, year: year, window: window, languages: asked)
            return try await repository.search(query, in: context)
        }
    }

    // MARK: Queries that are more than a title

    /// The film that the query names by an id, or by the address of its page.
    private func namedFilm(in catalogue: Catalogue) -> MovieID? {
        let text = text.trimmedText
        guard let given = MovieID(address: text) ?? MovieID(parsing: text) else { return nil }
        let namespace = given.namespace.lowercased()
        let accepted = catalogue.repositories.flatMap { $0.profile.namespaces[.lookup] ?? [] }
        let known = MovieID.sharedNamespaces.union(accepted)
        guard !text.contains(where: \.isWhitespace), known.contains(namespace),
            let value = MovieID.canonical(given.value, of: namespace), namespace != "imdb" || value.hasPrefix("tt")
        else { return nil }
        return MovieID(namespace: namespace, value: value)
    }

    /// Returns the film as the only one of the only page; no film if no source has it.
    private func film(
        _ id: MovieID,
        in catalogue: Catalogue,
        _ onAnswer: PartialAnswer.Observer?
    ) async throws(CallError) -> SearchResult {
        let page = try page.validated()
        var lookup = GetMovie(id: id)
        lookup.languages = languages
        var movies: [Movie] = []
        var sources: [ProviderReport]
        do throws(CallError) {
            let found = try await lookup.run(in: try catalogue.limited(to: providers), onAnswer: onAnswer)
            (movies, sources) = ([found.movie], found.sources)
        } catch {
            guard case .notFound(_, let reports) = error else { throw error }
            sources = reports
        }
        let (shown, answered) = page.choose(
            from: [page.page == 1 ? movies : []],
            ids: \.ids,
            totalItems: movies.count,
            hasMore: false,
            isIncomplete: movies.isEmpty && sources.contains(where: \.isIncomplete)
        )
        var result = SearchResult(movies: shown, page: answered, sources: sources)
        result.interpreted = QueryReading(id: id)
        return result
    }

    /// The search for the title before a year at the end: `dune 2021`, `Parasite (2019)`.
    private var splittingOffYear: SearchMovies? {
        let pattern = /(?<title>.*[^\s,])(?:[\s,]+|\s*[(\[])(?<year>[0-9]{4})[)\]]?/
        guard let match = text.trimmedText.wholeMatch(of: pattern), let year = Int(match.year),
            CallRange.years.contains(year)
        else { return nil }
        var search = self
        (search.text, search.year) = (String(match.title), year)
        return search
    }
}

extension CallError {
    /// Whether all sources are recordings that lack the answer.
    fileprivate var isUnrecorded: Bool {
        guard case .allFailed(let reports) = self else { return false }
        return reports.allSatisfy { !$0.isAsked || $0.failure?.stage == .notRecorded }
    }
}

/// How a query was read that is not only a title.
package struct QueryReading: Hashable, Sendable {
    /// The film that it names.
    package var id: MovieID?
    /// The title without the year at its end.
    package var query: String?
    package var year: Int?
}
