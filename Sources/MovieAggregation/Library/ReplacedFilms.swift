package import MovieDomain
import MovieMatching

/// Sources that give another film under an id that is known.
extension Catalogue {
    /// Puts apart what a source says now under an id by which it gave another film before, and returns a remark for each.
    ///
    /// The other film loses the id, also in the library, and every earlier match of the id counts as undone.
    func putApart(_ records: [MovieRecord]) async -> [ReplacedFilm] {
        guard !isRecorded else { return [] }
        // What was cached has been compared when it came.
        let told = records.filter { !$0.freshness.fromCache }.compactMap { record in
            ownID(of: record).map { KnownRecord(id: $0, record: record) }
        }
        guard !told.isEmpty else { return [] }
        var replaced: [ReplacedFilm] = []
        var put: [KnownRecord] = []
        for (new, earlier) in zip(told, await films.earlier(told)) {
            guard let earlier, let why = matcher.replacement(of: earlier, by: new.record, under: new.id) else {
                continue
            }
            put.append(new)
            replaced.append(ReplacedFilm(id: new.id, earlier: earlier, record: new.record, why: why))
        }
        let links = await book.links(of: told.map(\.id).sorted())
        await confirm(told, against: links)
        guard !put.isEmpty else { return [] }
        let shown = await films.shown(put.map { [$0.id] })
        await films.putApart(put)
        var notes: [MatchNote] = []
        for (film, shown) in zip(replaced, shown) {
            let known = film.record.facts.ids
            let linked = links.compactMap { $0.verdict == .same ? $0.pair.partner(of: film.id) : nil }
            let earlier = film.earlier.facts.ids.movieIDs
            for other in Set(linked + earlier + (shown?.ids ?? [])).sorted()
            where other.namespace != film.id.namespace && known[other.namespace] != other.value {
                let pair = IDPair(film.id, other)
                notes.append(MatchNote(pair, .different, by: .matcher, reasons: [MatchNote.replaced], at: book.now))
            }
            if library.learns { await takeFromLibrary(film) }
        }
        book.remember(notes)
        return replaced
    }

    /// Takes back that an id belongs to another film, if its source says again that it belongs to the film.
    private func confirm(_ told: [KnownRecord], against links: [MatchNote]) async {
        let replaced = links.filter { $0.isUndone && $0.reasons == [MatchNote.replaced] }
        guard !replaced.isEmpty else { return }
        let refuted = replaced.filter { note in
            told.contains { known in
                let ids = known.record.facts.ids.movieIDs
                return ids.contains(note.pair.first) && ids.contains(note.pair.second)
            }
        }
        book.remember(
            refuted.map { MatchNote($0.pair, .same, by: .matcher, reasons: ["one source has both ids"], at: book.now) }
        )
    }

    /// Takes the id away from the film of the library that had it; one that has no other is known by its title, until the
    /// source gives it the id again.
    private func takeFromLibrary(_ film: ReplacedFilm) async {
        do throws(LibraryError) {
            guard let told = film.film(of: film.record) else { return }
            if var kept = try await library.film(film.id) {
                if kept.agrees(with: told) {
                    // A row, which does not tell the films apart, may have brought a title of the other film.
                    guard let earlier = film.earlierFilm, kept.agrees(with: earlier) else { return }
                    let titles = Set(earlier.titles + [earlier.title])
                    kept.titles.removeAll { told.titles.contains($0) && !titles.contains($0) }
                    if told.titles.contains(kept.title) { kept.title = earlier.title }
                }
                let titleID = kept.titleID ?? MovieID(namespace: "title", value: kept.title)
                kept.ids.removeAll { $0 == film.id }
                if kept.ids.isEmpty { kept.ids = [titleID] }
                // The details may be those of both films.
                kept.document = []
                try await library.replaceFilm(film.id, with: kept)
            }
            // The film that is told now may have lost the id in the same way.
            for title in told.titles {
                let titleID = LibraryFilm(ids: [], title: title, titles: [title], year: told.year).titleID
                guard let titleID, var lost = try await library.film(titleID), lost.ids == [titleID] else { continue }
                lost.ids = [film.id]
                try await library.replaceFilm(titleID, with: lost)
            }
        } catch {
            // The next answer of the source tells it again.
        }
    }
}

/// A film that a source gives under an id that was of another film.
struct ReplacedFilm {
    var id: MovieID
    var earlier: MovieRecord
    var record: MovieRecord
    /// What tells the two apart, in words.
    var why: String

    /// The film as the source gave it before.
    var earlierFilm: LibraryFilm? { film(of: earlier) }

    func film(of record: MovieRecord) -> LibraryFilm? {
        KnownRecord(id: id, record: record).film
    }

    /// What a person reads about it.
    var remark: String {
        "\(id) was \(earlier.facts.nameInRemarks) and is \(record.facts.nameInRemarks) now, so that these are two films: "
            + why
    }
}

extension MovieFacts {
    /// The title with the year, such as `"Okja" (2017)`.
    var nameInRemarks: String {
        let title = (title?.text ?? originalTitle).map { "\"\($0)\"" } ?? "another film"
        return title + (likelyYear.map { " (\($0))" } ?? "")
    }
}

extension MovieRecord {
    /// Whether this belongs to another film than what the same source said under this id before.
    package func isOfOtherFilm(than earlier: MovieRecord, under id: MovieID) -> Bool {
        Matcher().replacement(of: earlier, by: self, under: id) != nil
    }

    /// Whether this row may belong to another film than what the same source said before, which only details can tell.
    package func isDoubtfulRow(after earlier: MovieRecord) -> Bool { isRow && Matcher().areUnlike(earlier, self) }
}

extension MatchNote {
    /// The reason of a note that an id belongs to another film since.
    static let replaced = "its source has given the id to another film"
}
