import MovieDomain
import MovieMatching

/// Merges the records of several sources into one person with one filmography.
struct PersonMerger {
    private let films: MovieMerger
    private let matcher: Matcher

    /// Creates a merger of people with these records, whose films are matched as earlier calls matched them.
    init(of records: [PersonRecord], in catalogue: Catalogue, languages: [String]) async {
        films = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        matcher = await catalogue.matcher(remembering: records.flatMap(\.filmRecords)).ofOnePerson()
    }

    func profile(of records: [PersonRecord], match: MatchExplanation? = nil) -> PersonProfile? {
        let policy = films.policy
        let ordered = records.sorted { policy.precedes($0.provider, $1.provider) }
        guard let first = ordered.first else { return nil }
        var facts = first.facts
        for record in ordered.dropFirst() { facts.complete(with: record.facts) }
        facts.biography = ordered.compactMap { $0.facts.biography?.unlessBlank }
            .min { $0.rank(in: policy.languages) < $1.rank(in: policy.languages) }
        facts.films = []
        let nameless = MovieID(namespace: first.provider.rawValue, value: facts.name)
        var profile = PersonProfile(
            id: MovieID.preferred(among: facts.ids) ?? nameless,
            facts: facts.named(in: policy.languages),
            films: filmography(of: ordered),
            sources: ordered.map(\.provider).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            match: match
        )
        profile.differences = PersonDifference.Field.allCases.flatMap { field in
            ordered.compactMap { record in
                record.facts.value(of: field).flatMap { value in
                    value == facts.value(of: field) ? nil : PersonDifference(field, record.provider, value)
                }
            }
        }
        return profile
    }

    /// Returns all films of all records, merged like other films: newest first, undated ones last.
    private func filmography(of records: [PersonRecord]) -> [PersonFilm] {
        let credits = records.flatMap { record in
            zip(record.filmRecords, record.facts.films).map { (record: $0, credit: $1) }
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
                if let job = member.credit.job, !film.jobs.contains(where: { CrewJob.areOne($0, job) }) {
                    film.jobs.append(job)
                }
            }
            return film
        }
        return zip(merged, films.identified(merged.map(\.movie)))
            .map { PersonFilm(movie: $1, characters: $0.characters, jobs: $0.jobs) }
            .sorted { $0.movie.facts.day > $1.movie.facts.day }
    }
}

extension PersonRecord {
    /// The person's films as records of the same source.
    fileprivate var filmRecords: [MovieRecord] {
        facts.films.map { MovieRecord(provider: provider, facts: $0.film) }
    }
}

extension MovieFacts {
    /// The key by which films are sorted in time: the day of release, or else the year.
    var day: String { releaseDate?.description ?? year.map(String.init) ?? "" }
}

extension PersonFacts {
    /// Completes the facts with those of another source about the same person.
    fileprivate mutating func complete(with other: PersonFacts) {
        let person = Person(name: name, nameEn: nameEn).completed(with: Person(name: other.name, nameEn: other.nameEn))
        (name, nameEn) = (person.name, person.nameEn)
        ids.merge(other.ids) { own, _ in own }
        otherNames = (otherNames + [other.name, other.nameEn].compactMap(\.self) + other.otherNames)
            .filter { $0 != name && $0 != nameEn }
            .withoutRepeats { $0 }
        knownFor = knownFor ?? other.knownFor
        born = born ?? other.born
        died = died ?? other.died
        birthplace = birthplace ?? other.birthplace
        homepage = homepage ?? other.homepage
        images = (images + other.images).withoutRepeats(by: \.url)
        pages = (pages + other.pages).withoutRepeats(by: \.url)
        if let total = other.filmsTotal { filmsTotal = max(filmsTotal ?? 0, total) }
    }
}
