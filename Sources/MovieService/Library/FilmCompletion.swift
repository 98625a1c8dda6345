import JSONRPC
import MovieAggregation
import MovieDomain
import Platform

/// Finding the films of the library in the sources, and fetching their details.
extension MethodContext {
    /// The number of films that are asked for at a time; the sources' own limits hold besides.
    private static let mostFilms = 4

    /// Works on films side by side until the time is up, and returns the outcomes in the order of the films.
    private func sideBySide<Film: Sendable, Outcome: Sendable>(
        _ films: [Film],
        _ verb: String,
        until deadline: Deadline,
        _ work: @escaping @Sendable (Film) async -> Result<Outcome, ServiceError>
    ) async throws(ServiceError) -> [Outcome] {
        progress.begin(title: "\(verb) \(films.count) \(films.count == 1 ? "film" : "films")", percentage: 0)
        var outcomes: [Outcome?] = Array(repeating: nil, count: films.count)
        var failure: ServiceError?
        await withTaskGroup(of: (Int, Result<Outcome, ServiceError>).self) { group in
            var (started, done) = (0, 0)
            while true {
                // A call makes some progress, however short its time is.
                while started < films.count, started - done < Self.mostFilms, failure == nil,
                    started == 0 || !deadline.hasPassed
                {
                    let (place, film) = (started, films[started])
                    started += 1
                    group.addTask { (place, await work(film)) }
                }
                guard let (place, result) = await group.next() else { break }
                done += 1
                switch result {
                case .success(let outcome): outcomes[place] = outcome
                case .failure(let error):
                    failure = error
                    group.cancelAll()
                }
                progress.report(message: "\(done) of \(films.count) films", percentage: done * 100 / films.count)
            }
        }
        if let failure { throw failure }
        return outcomes.compactMap(\.self)
    }

    // MARK: Films with a title only

    /// Looks for films, and connects those that are found: first those whose year is that of the film, so that one of a
    /// year beside it does not take the place of another.
    func identify(
        _ films: [(id: MovieID, film: LibraryFilm)],
        _ providers: [ProviderID]
    ) async throws(ServiceError) -> [IdentifiedFilm] {
        let deadline = try startDeadline()
        var found = try await sideBySide(films, "Looking for", until: deadline) { id, film in
            var context = MethodContext(services: services, progress: .none)
            context.timeLimit = deadline.remaining
            return await context.find(IdentifiedFilm(id: id, film: film), providers)
        }
        // The next call looks again for films that had only the rest of the time.
        if deadline.hasPassed {
            while found.count > 1, found.last?.status == .unanswered { found.removeLast() }
        }
        let kept = try await library { library async throws(LibraryError) in try await library.films() }
        for isNear in [false, true] {
            for place in found.indices where found[place].movie != nil && found[place].isOfNearYear == isNear {
                if isNear, found[place].isLikelierOfAnother(among: kept) {
                    found[place].leaveUndecided()
                } else {
                    try await connect(&found[place])
                }
            }
        }
        return found
    }

    /// Looks for a film.
    private func find(
        _ film: IdentifiedFilm,
        _ providers: [ProviderID]
    ) async -> Result<IdentifiedFilm, ServiceError> {
        var film = film
        do throws(ServiceError) {
            let found = try await ask(providers) { [film] catalogue, _ async throws(CallError) in
                try await IdentifyFilm(film: film.film, providers: providers).run(in: catalogue)
            }
            film.sources = found.sources
            switch found.status {
            case .found: film.movie = found.movie
            case .undecided:
                film.status = .undecided
                film.candidates = found.candidates
            case .unknown: film.status = .unknown
            case .unanswered, .episode, .noTitle: film.status = .unanswered
            }
        } catch {
            guard case .useCase(.allFailed(let reports)) = error else { return .failure(error) }
            film.sources = reports
        }
        return .success(film)
    }

    /// Stores the ids and details of a film that was found.
    private func connect(_ film: inout IdentifiedFilm) async throws(ServiceError) {
        guard let movie = film.movie else { return }
        let catalogue = await (try catalogue).corrected()
        let stored = try await library { _ async throws(LibraryError) in try await catalogue.stored(movie) }
        var known = LibraryFilm(movie)
        known.ownID = film.id
        // A search tells less of a film than what the library may have from its page.
        if let stored, !stored.document.isEmpty, !stored.isKnownByTitle {
            known = known.completed(with: stored, DetailProviders(onlyAdds: true))
        }
        known = known.including(film.film.ids)
        let isConnected = try await library { [known] library async throws(LibraryError) in
            try await library.connect(known)
        }
        film.status = isConnected ? .connected : .secondCard
    }

    // MARK: Details

    /// Fetches films with no details, or with details that are older than `days`, in the order of their ids.
    func refreshLibrary(
        _ limit: Int,
        days: Int,
        from cursor: PageCursor?
    ) async throws(ServiceError) -> LibraryRefreshResult {
        let deadline = try startDeadline()
        let catalogue = try catalogue
        let outdated = try await library { library async throws(LibraryError) in
            let moment = Timestamp(secondsSinceEpoch: library.now.secondsSinceEpoch - days * 86_400)
            return try await library.outdated(at: moment, after: cursor?.after, limit: limit + 1)
        }
        let chosen = outdated.films.prefix(limit).map { (id: catalogue.idToFetch($0), film: $0) }
        var answered = try await sideBySide(chosen, "Fetching", until: deadline) { id, film in
            await refreshed(film, id, until: deadline)
        }
        // The next call looks again for films that had only the rest of the time.
        if deadline.hasPassed {
            while answered.count > 1, answered.last?.status == .unanswered { answered.removeLast() }
        }
        let isMore = outdated.films.count > answered.count && !answered.isEmpty
        let isIncomplete = answered.contains { [.unanswered, .incomplete].contains($0.status) }
        return LibraryRefreshResult(
            films: answered,
            byTitle: outdated.byTitle,
            remaining: outdated.count - answered.count { $0.status == .refreshed },
            page: Page(
                limit: limit,
                cursor,
                goingOnAfter: isMore ? outdated.firstIDs[answered.count - 1] : nil,
                isIncomplete: isIncomplete
            )
        )
    }

    /// Fetches a film, and stores its details and ids.
    private func refreshed(
        _ film: LibraryFilm,
        _ id: MovieID,
        until deadline: Deadline
    ) async -> Result<RefreshedFilm, ServiceError> {
        var context = MethodContext(services: services, progress: .none)
        (context.timeLimit, context.providers) = (deadline.remaining, providers)
        var refreshed = RefreshedFilm(id: id, film: film)
        do throws(ServiceError) {
            var get = GetMovie(id: id)
            get.purpose = .enrichment
            let answer = try await context.run(get)
            let details = DetailProviders(answer)
            let catalogue = await (try catalogue).corrected()
            // The call waits for the change, unlike movies/get.
            let isStored = try await library { library async throws(LibraryError) in
                let stored = try await catalogue.stored(answer.movie)
                return try await library.connect(catalogue.detailed(answer.movie, details, completing: stored))
            }
            refreshed.film = LibraryFilm(outlineOf: answer.movie)
            refreshed.sources = answer.sources
            refreshed.status = !isStored ? .secondCard : details.isComplete ? .refreshed : .incomplete
        } catch {
            guard case .useCase(let failure) = error else { return .failure(error) }
            refreshed.sources = failure.reports
            switch failure {
            case .notFound: refreshed.status = .unknown
            case .noSource, .invalidParameter: refreshed.status = .unsupported
            case .allFailed, .undecided: refreshed.status = .unanswered
            default: return .failure(error)
            }
        }
        return .success(refreshed)
    }
}

extension IdentifiedFilm {
    /// Whether the film that was found has another year.
    fileprivate var isOfNearYear: Bool {
        guard let year = film.year, let found = movie?.facts.likelyYear else { return false }
        return year != found
    }

    /// Whether another film of the library has the title and the year of the film that was found.
    fileprivate func isLikelierOfAnother(among kept: [LibraryFilm]) -> Bool {
        guard let movie, let year = movie.facts.likelyYear else { return false }
        let found = LibraryFilm(outlineOf: movie)
        let titles = Set(([found.title] + found.titles).map { TitleKey(whole: $0).text })
        return kept.contains { other in
            other.year == year && !other.ids.contains(where: film.ids.contains)
                && ([other.title] + other.titles).contains { titles.contains(TitleKey(whole: $0).text) }
        }
    }

    fileprivate mutating func leaveUndecided() {
        (status, candidates, movie) = (.undecided, [movie].compactMap(\.self), nil)
    }
}

extension Page {
    /// Creates a page of a list in the order of ids, which goes on after an id, or ends.
    init(limit: Int, _ cursor: PageCursor?, goingOnAfter id: MovieID?, isIncomplete: Bool) {
        let number = cursor?.page ?? 1
        var next = PageCursor(page: number + 1, limit: limit)
        next.after = id
        self.init(page: number, limit: limit, next: next, hasMore: id != nil)
        self.isIncomplete = isIncomplete
    }
}

extension Catalogue {
    /// Returns the id of a film that most sources take.
    fileprivate func idToFetch(_ film: LibraryFilm) -> MovieID {
        let known = Dictionary(film.ids.map { ($0.namespace, $0.value) }) { first, _ in first }
        func takers(_ id: MovieID) -> Int {
            repositories.count { source in
                source.profile.availability.reason == nil
                    && source.profile.namespaces[.lookup]?.contains(id.namespace) == true
            }
        }
        let preferred = MovieID.preferred(among: known) ?? film.ids[0]
        return film.ids.max { (takers($0), $0 == preferred ? 1 : 0) < (takers($1), $1 == preferred ? 1 : 0) }
            ?? preferred
    }
}
