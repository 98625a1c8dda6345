import MovieAggregation
import MovieDomain

/// Joining the library of a document with this one.
extension MethodContext {
    /// Returns the user's decisions and choices.
    func corrections() async throws(ServiceError) -> MatchNotes {
        let catalogue = try catalogue
        return try await library { _ async throws(LibraryError) in
            var limit = 1_000
            var matches = try await catalogue.book.notes(about: nil, limit: limit)
            // The user's notes come first.
            while matches.count == limit, matches.last?.author == .user {
                limit *= 10
                matches = try await catalogue.book.notes(about: nil, limit: limit)
            }
            return MatchNotes(
                matches: matches.filter { $0.author == .user },
                choices: try await catalogue.book.choices(for: nil)
            )
        }
    }

    /// Adds a document to the library, and counts what that changes.
    func add(_ document: LibraryDocument, isTrial: Bool) async throws(ServiceError) -> LibraryImportResult {
        try checkPast(document.library)
        if isTrial { return try await preview(document) }
        let book = try catalogue.book
        var result = LibraryImportResult()
        let known = try await corrections()
        let decided = Dictionary(known.matches.map { ($0.pair, $0) }) { first, _ in first }
        var pinned: [MatchNote] = []
        for note in document.corrections.matches {
            let earlier = decided[note.pair]
            if let earlier, !note.replaces(earlier) {
                if earlier.verdict != note.verdict { result.refused.append(earlier.refusal(of: note)) }
                continue
            }
            do throws(LibraryError) {
                try await book.correct(note)
            } catch {
                // The user's decisions in this library take precedence over an exported one that they rule out.
                guard case .conflict(let conflict) = error else { throw .useCase(CallError(error)) }
                result.refused.append(conflict.message)
                continue
            }
            if let earlier, earlier.verdict != note.verdict { result.refused.append(note.refusal(of: earlier)) }
            result.matches += earlier?.verdict == note.verdict ? 0 : 1
            switch note.verdict {
            case .same:
                try await separateRivals(note.pair.first, note.pair.second)
                pinned.append(note)
            case .different: try await separate(note.pair.first, note.pair.second)
            }
        }
        let added = document.library
        result.count(
            try await library { library async throws(LibraryError) in
                try await library.add(added, .joining, completing: LibraryFilm.completion)
            }
        )
        // Also of pins that this library had, and that no film of it was about; a pin may lead on to another one.
        let split = Set(document.corrections.matches.filter { $0.verdict == .different }.map(\.pair))
        pinned += known.matches.filter { $0.verdict == .same && !split.contains($0.pair) }
        var kept = added.filmIDs.union(await (try catalogue).library.ids()?.kept ?? [])
        while let place = pinned.firstIndex(where: { kept.contains($0.pair.first) || kept.contains($0.pair.second) }) {
            let pair = pinned.remove(at: place).pair
            try await unite(pair.first, pair.second)
            kept.formUnion([pair.first, pair.second])
        }
        for choice in document.corrections.choices {
            if let own = known.choices.first(where: { ($0.id, $0.field) == (choice.id, choice.field) }) {
                let isNewer = choice.replaces(own)
                if own.provider != choice.provider {
                    result.refused.append(isNewer ? choice.refusal(of: own) : own.refusal(of: choice))
                }
                guard isNewer else { continue }
                result.fields += own.provider == choice.provider ? 0 : 1
            } else {
                result.fields += 1
            }
            try await self.library { _ async throws(LibraryError) in try await book.choose(choice) }
        }
        return result
    }

    /// Refuses a library in which something happens in the future, as `cards/put` does.
    private func checkPast(_ library: Library) throws(ServiceError) {
        let today = try today
        func check(_ place: String, _ day: CalendarDate?) throws(ServiceError) {
            guard let day, day > today else { return }
            var problem = InvalidParameters("library.\(place): \(day) is in the future", field: "library.\(place)")
            problem.expected = "a day up to \(today)"
            throw .parameters(problem)
        }
        for (index, card) in library.cards.enumerated() { try check("cards[\(index)].watchedOn", card.watchedOn) }
        for (index, entry) in library.history.enumerated() {
            try check("history[\(index)].date", entry.searchedAt.date(utcOffsetSeconds: 0))
        }
    }
}

extension Library {
    /// Every id of every film.
    fileprivate var filmIDs: Set<MovieID> {
        Set((bookmarks.map(\.film) + cards.map(\.film) + lists.flatMap(\.films)).flatMap(\.ids))
    }
}

extension MatchNote {
    /// Tells that an earlier decision about the same ids gives way to this one.
    fileprivate func refusal(of other: MatchNote) -> String {
        "\(pair.first) and \(pair.second): the decision of \(decidedAt), \(verdict.rawValue), takes the place of "
            + "\(other.verdict.rawValue), of \(other.decidedAt)"
    }
}

extension FieldChoice {
    /// Tells that another choice for the same field gives way to this one.
    fileprivate func refusal(of other: FieldChoice) -> String {
        "\(id): \(field.rawValue) comes from \(provider.rawValue), not from \(other.provider.rawValue)"
    }
}
