import MovieDomain
import MovieMatching

/// Makes one person of what several sources say of them, and one filmography of theirs.
struct PersonMerger {
    private let films: MovieMerger
    private let matcher: Matcher

    init(catalogue: Catalogue, languages: [String]) {
        films = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        matcher = catalogue.matcher
    }

    /// The person of these records; `nil` only where there are none.
    func profile(of records: [PersonRecord], match: MatchExplanation? = nil) -> PersonProfile? {
        let policy = films.policy
        let ordered = records.enumerated()
            .sorted { left, right in
                let (mine, theirs) = (policy.rank(of: left.element.provider), policy.rank(of: right.element.provider))
                return mine == theirs ? left.offset < right.offset : mine < theirs
            }
            .map(\.element)
        guard let first = ordered.first else { return nil }
        var facts = first.facts
        for record in ordered.dropFirst() { facts.complete(with: record.facts) }
        facts.biography =
            ordered.compactMap { $0.facts.biography?.unlessBlank }
            .enumerated()
            .min { left, right in
                let (mine, theirs) = (left.element.rank(in: policy.languages), right.element.rank(in: policy.languages))
                return (mine, left.offset) < (theirs, right.offset)
            }?
            .element
        facts.films = []
        let nameless = MovieID(namespace: first.provider.rawValue, value: facts.name)
        return PersonProfile(
            id: MovieID.preferred(among: facts.ids) ?? nameless,
            facts: facts,
            films: filmography(of: ordered),
            sources: ordered.map(\.provider).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            match: match
        )
    }

    /// All films of all records, merged as films are: newest first, those whose day is not known last.
    private func filmography(of records: [PersonRecord]) -> [PersonFilm] {
        let credits = records.flatMap { record in
            record.facts.films.map { (record: MovieRecord(provider: record.provider, facts: $0.film), credit: $0) }
        }
        let clusters = matcher.clusters(of: credits.map(\.record))
        let merged = clusters.compactMap { cluster -> PersonFilm? in
            let members = cluster.members.map { credits[$0] }
            guard let movie = films.movie(of: members.map(\.record), match: cluster.explanation) else { return nil }
            var film = PersonFilm(movie: movie)
            for member in members {
                if let character = member.credit.character, !film.characters.contains(character) {
                    film.characters.append(character)
                }
                if let job = member.credit.job, !film.jobs.contains(job) { film.jobs.append(job) }
            }
            return film
        }
        let identified = films.identified(merged.map(\.movie))
        let named = zip(merged, identified).map { film, movie in
            PersonFilm(movie: movie, characters: film.characters, jobs: film.jobs)
        }
        return named.enumerated()
            .sorted { left, right in
                let (mine, theirs) = (left.element.movie.facts.day, right.element.movie.facts.day)
                return mine == theirs ? left.offset < right.offset : mine > theirs
            }
            .map(\.element)
    }
}

extension MovieFacts {
    /// What a filmography is sorted by: the day of release, else the year.
    fileprivate var day: String { releaseDate?.description ?? year.map(String.init) ?? "" }
}

extension PersonFacts {
    /// Takes over what another source knows of the same person.
    fileprivate mutating func complete(with other: PersonFacts) {
        let person = Person(name: name, nameEn: nameEn).completed(with: Person(name: other.name, nameEn: other.nameEn))
        (name, nameEn) = (person.name, person.nameEn)
        ids.merge(other.ids) { own, _ in own }
        let known = Set([name, nameEn ?? ""] + otherNames)
        otherNames += ([other.name, other.nameEn].compactMap(\.self) + other.otherNames).filter { !known.contains($0) }
        knownFor = knownFor ?? other.knownFor
        born = born ?? other.born
        died = died ?? other.died
        birthplace = birthplace ?? other.birthplace
        homepage = homepage ?? other.homepage
        images += other.images
        pages += other.pages
        if let total = other.filmsTotal { filmsTotal = max(filmsTotal ?? 0, total) }
    }
}
