package import MovieDomain

/// Finds the films that names of files, or messy titles, are about (`movies/identify`).
package struct IdentifyNames: Hashable, Sendable {
    package var names: [String]
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    private static let mostAtOnce = 4

    package init(names: [String]) {
        self.names = names
    }

    /// Returns what each name is about, in their order.
    ///
    /// Each name is read by itself. Names that ask the same first share the answers. `onFilm` gets the number of groups
    /// of these names that are done, and that of all.
    package func run(
        in catalogue: Catalogue,
        onFilm: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(CallError) -> IdentifiedNames {
        let catalogue = try catalogue.limited(to: providers)
        let deadline = catalogue.startDeadline()
        let latestYear = catalogue.now.date(utcOffsetSeconds: 0).year + 5
        let readings = await FilmName.readings(of: names, latestYear: latestYear, until: deadline)
        let groups = Self.groups(of: names.compactMap { readings[$0] })
        var found: [FilmName: IdentifiedName] = [:]
        var failure: CallError?
        var done = 0
        await groups.work(atMost: Self.mostAtOnce) { group in
            await Result { () async throws(CallError) in try await find(group, in: catalogue, until: deadline) }
        } taking: { _, outcome in
            switch outcome {
            case .success(let names): found.merge(names) { $1 }
            case .failure(let error): failure = failure ?? error
            }
            done += 1
            onFilm(done, groups.count)
        }
        if Task.isCancelled { throw .cancelled }
        if let failure { throw failure }
        let identified = names.map { name in
            let reading = readings[name]
            var film = reading.flatMap { found[$0.aboutFilm] } ?? IdentifiedName(leftOf: name)
            film.name = name
            film.reading.dropped = reading?.dropped ?? []
            return film
        }
        return IdentifiedNames(names: identified)
    }

    /// Returns the different readings, those together that begin with the same question.
    private static func groups(of readings: [FilmName]) -> [[FilmName]] {
        var groups: [[FilmName]] = []
        var places: [FilmName: Int] = [:]
        var known: Set<FilmName> = []
        for reading in readings.map(\.aboutFilm) where known.insert(reading).inserted {
            let place = places[reading.firstQuestion] ?? groups.count
            places[reading.firstQuestion] = place
            if place == groups.count { groups.append([]) }
            groups[place].append(reading)
        }
        return groups
    }

    private func find(
        _ group: [FilmName],
        in catalogue: Catalogue,
        until deadline: Deadline
    ) async throws(CallError) -> [FilmName: IdentifiedName] {
        var answers = IdentifyFilm.Answers()
        var found: [FilmName: IdentifiedName] = [:]
        for name in group {
            if Task.isCancelled { throw .cancelled }
            found[name] = try await IdentifyFilm(name, languages: languages)
                .run(in: catalogue, until: deadline, sharing: &answers)
        }
        return found
    }
}

extension FilmName {
    /// The name without the words that say nothing about the film.
    fileprivate var aboutFilm: FilmName {
        var name = self
        name.dropped = []
        return name
    }

    /// The part of the name that decides what the sources are asked first.
    fileprivate var firstQuestion: FilmName {
        var name = FilmName()
        (name.title, name.year, name.ids, name.episode) = (title.lowercased(), year, ids, episode)
        return name
    }
}

/// What a name is about, and what the sources have of it.
package struct IdentifiedName: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, CaseIterable {
        case found, undecided, unknown, unanswered, episode
        case noTitle = "no_title"
    }

    package var name = ""
    package var reading: FilmName
    package var status = Status.unknown
    package var movie: Movie?
    package var candidates: [Movie] = []
    package var sources: [ProviderReport] = []

    package init(reading: FilmName) {
        self.reading = reading
    }

    /// Creates the entry of a name that was not read before the time was up.
    fileprivate init(leftOf name: String) {
        self.init(reading: FilmName())
        status = .unanswered
    }

    mutating func take(_ finding: IdentifyFilm.Finding, _ reading: FilmName) {
        switch finding {
        case .found(let movie): (status, self.movie, self.reading) = (.found, movie, reading)
        case .undecided(let movies): (status, candidates, self.reading) = (.undecided, movies, reading)
        case .unknown: break
        }
    }
}

/// The answer about several names.
package struct IdentifiedNames: Hashable, Sendable {
    package var names: [IdentifiedName]

    package init(names: [IdentifiedName]) {
        self.names = names
    }
}
