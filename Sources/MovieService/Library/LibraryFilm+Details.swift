import JSON
import MovieAggregation
import MovieDomain
import Platform

/// The library's records of films, and what becomes of their details.
extension LibraryFilm {
    /// Creates the record of a film, without what the user has of it, which has rows of its own.
    ///
    /// `keptAs` is the id that the user gave, and `fetchedAt` when all sources told its details.
    init(_ movie: Movie, keptAs: MovieID? = nil, fetchedAt: Timestamp? = nil) {
        self.init(outlineOf: movie)
        var movie = movie
        (movie.bookmarked, movie.bookmarkedAt, movie.card) = (nil, nil, nil)
        document = movie.jsonBytes
        changeDetails { ($0.keptAs, $0.fetchedAt) = (keptAs, fetchedAt) }
    }

    /// Creates the record of a film from its details, with a document that has them if it is given.
    init(_ details: StoredDetails, _ id: MovieID, document: [UInt8]? = nil) {
        let (title, originalTitle) = (details[.title]?.string, details[.originalTitle]?.string)
        self.init(ids: [id], title: title ?? originalTitle ?? id.description)
        let known = details.ids.movieIDs.compactMap { id in
            MovieID.canonical(id.value, of: id.namespace).map { MovieID(namespace: id.namespace, value: $0) }
        }
        self = including(known.sorted())
        // The first id is the one whose entry this is, if the user has split it from another one.
        if let own = details.keptAs, ids.contains(own) { ids = [own] + ids.filter { $0 != own } }
        titles = details[.titles].texts("text").including(originalTitle)
        year = details[.year]?.int
        self.document = document ?? details.document
    }

    /// Creates the record of a film with what a file says about it.
    init(imported facts: MovieFacts, of film: LibraryFilm, languages: [String]) {
        self = film
        guard let id = film.ids.first else { return }
        var movie = Movie(id: id, facts: facts, provenance: [:])
        movie.genreNames = facts.genres.map { Genre(rawValue: $0)?.name(in: languages) ?? $0 }
        for field in MovieField.allCases where field.declaration.isStated(in: facts) {
            movie.provenance[field] = [.importedFile]
        }
        titles = facts.titles.map(\.text)
        year = facts.year
        document = movie.jsonBytes
        changeDetails { $0.keptAs = id }
    }

    /// The stored document; if it is unusable, one of the ids, the title, and the year.
    var details: JSONElement? {
        for document in [document, bare.jsonBytes] {
            do {
                return try JSONDocument(document).root
            } catch {
                // The document is empty or damaged, but the ids and the title are known.
                continue
            }
        }
        return nil
    }

    private var bare: Movie {
        var facts = MovieFacts()
        for id in ids { facts.ids[id.namespace] = facts.ids[id.namespace] ?? id.value }
        if !titles.isEmpty { facts.title = LocalizedText(title) }
        facts.year = year
        let id = MovieID.preferred(among: facts.ids) ?? MovieID(namespace: "", value: title)
        return Movie(id: id, facts: facts, provenance: [:])
    }

    private var storedDetails: StoredDetails? { details.map(StoredDetails.init) }

    private mutating func changeDetails(_ change: (inout StoredDetails) -> Void) {
        guard !document.isEmpty, var details = storedDetails else { return }
        change(&details)
        document = details.document
    }

    /// The id that tells whose entry the film is after a split.
    var ownID: MovieID? { storedDetails?.ownID }

    /// Whether everything that the film says is stored already, whenever and however it was found out.
    func addsNothing(to stored: LibraryFilm) -> Bool {
        guard ids.allSatisfy(stored.ids.contains) else { return false }
        if document.isEmpty, !stored.document.isEmpty { return true }
        guard (title, titles, year) == (stored.title, stored.titles, stored.year),
            let details = storedDetails, let others = stored.storedDetails
        else { return false }
        return details.addsNothing(to: others)
    }

    /// Returns the details of an imported film and the stored one; `nil` if those of the stored one stay.
    ///
    /// What a source has told takes the place of what a file says, and a later file the place of an earlier one.
    static let completion: DetailCompletion = { added, stored in
        guard !stored.document.isEmpty, let details = added.storedDetails, let others = stored.storedDetails,
            details.isFromFile ? !details.isTitleAlone : others.isFromFile
        else { return nil }
        let sources = DetailProviders(onlyAdds: true, replacesImports: true)
        let completed = added.completed(with: stored, sources)
        return completed.document == stored.completed(with: stored, sources).document ? nil : completed
    }

    /// Returns the film with everything that is stored of it and that the answer lacks.
    func completed(with stored: LibraryFilm?, _ sources: DetailProviders) -> LibraryFilm {
        guard let stored, let others = stored.storedDetails, let own = storedDetails else { return self }
        guard !stored.document.isEmpty else {
            var film = self
            film.changeDetails { $0.keptAs = others.ownID ?? $0.keptAs }
            return film
        }
        guard !document.isEmpty else { return stored.including(ids) }
        var details = own.completed(with: others, sources)
        if sources.replacesImports {
            // An import may have added ids alone, which the stored document does not have.
            for id in stored.ids + ids { details.ids[id.namespace] = details.ids[id.namespace] ?? id.value }
        }
        guard var id = MovieID.preferred(among: details.ids) ?? ids.first else { return self }
        // Which of the other ids is the film's own does not depend on the order in which they came.
        if sources.replacesImports, !MovieID.preferredNamespaces.contains(id.namespace), let other = others.id,
            details.ids[other.namespace] == other.value
        {
            id = other
        }
        details.id = id
        return LibraryFilm(details, id).including(ids)
    }

    /// Returns the film that one id is of, without the details of both, and without another id and those that only
    /// answers with that one have.
    func separated(as own: MovieID, _ movie: Movie?, from other: MovieID, _ otherMovie: Movie?) -> LibraryFilm {
        let details = storedDetails
        var film = LibraryFilm(ids: [own], title: title, titles: titles, year: year)
        film.document = film.bare.jsonBytes
        // Earlier answers may still have both ids.
        if let movie, !movie.ids.contains(other) { film = LibraryFilm(movie) }
        var lost = [other]
        for others in [otherMovie?.ids ?? [], details?.ids.movieIDs ?? []]
        where others.contains(other) && !others.contains(own) {
            lost += others.filter { !film.ids.contains($0) }
        }
        film = film.including(ids.filter { !lost.contains($0) })
        let keptAs = details?.ownID.flatMap { film.ids.contains($0) ? $0 : nil } ?? own
        film.changeDetails { $0.keptAs = keptAs }
        return film
    }
}
