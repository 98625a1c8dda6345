import MovieDomain
import ProviderLanguage

/// Makes films of the domain from the fields of rows, one film after the other.
struct FilmReader: FieldReceiver {
    private let provider: ProviderID
    private var film = MovieFacts()
    /// The film's titles beside the one that it goes by.
    private var titles: [LocalizedText] = []
    private(set) var isEmpty = true
    private var genres = RememberedNames(Genre.slug)
    private var countries = RememberedNames(Country.code)
    private var languages = RememberedNames(Language.code)
    /// How many ids and images the film before had: mostly this one has as many.
    private var usual = (ids: 0, images: 0)

    /// A reader of what `provider` says.
    init(provider: ProviderID) {
        self.provider = provider
    }

    /// Throws away what was given, for another film.
    mutating func begin() {
        guard !isEmpty else { return }
        film = MovieFacts()
        titles.removeAll(keepingCapacity: true)
        isEmpty = true
    }

    /// The film of all that was given since the last one.
    mutating func finish() -> MovieFacts {
        film.titles = titles.led(by: film.title)
        film.year = film.year ?? film.releaseDate?.year
        film.genres = film.genres.withoutRepeats
        film.countries = film.countries.withoutRepeats
        film.languages = film.languages.withoutRepeats
        film.certifications = film.certifications.withoutRepeats
        film.companies = film.companies.withoutRepeats
        usual = (film.ids.count, film.images.count)
        titles.removeAll(keepingCapacity: true)
        isEmpty = true
        return exchange(&film, with: MovieFacts())
    }

    mutating func add(_ id: MappedID) {
        isEmpty = false
        if film.ids.isEmpty { film.ids.reserveCapacity(usual.ids) }
        film.ids[id.nameSpace] = id.value
    }

    mutating func add(_ text: MappedText, to field: Field) {
        isEmpty = false
        switch field {
        case .titles: titles.append(LocalizedText(text))
        case .genres: film.genres.append(genres.value(of: text.text))
        case .countries: film.countries.append(countries.value(of: text.text))
        case .languages: film.languages.append(languages.value(of: text.text))
        case .certification: film.certifications.append(Certification(region: text.region, label: text.text))
        case .companies: film.companies.append(text.text)
        default: break
        }
    }

    mutating func add(_ entry: TaggedEntry, to field: Field) {
        isEmpty = false
        switch field {
        case .directors: film.directors.append(Person(name: entry.text))
        case .cast: film.cast.append(Person(name: entry.text))
        case .crew: film.crew.append(Person(name: entry.text))
        case .images:
            if film.images.isEmpty { film.images.reserveCapacity(usual.images) }
            film.images.append(MovieImage(entry, provider: provider))
        case .videos: film.videos.append(MovieVideo(entry))
        default: break
        }
    }

    mutating func take(_ value: MappedValue, for field: Field) {
        isEmpty = false
        switch value {
        case .text(let text): take(text, for: field)
        case .texts(let texts): for text in texts { add(text, to: field) }
        case .integer(let number): take(number, for: field)
        case .decimal(let number): if field == .popularity { film.popularity = number }
        case .boolean(let truth): take(truth, for: field)
        case .date(let date): if field == .releaseDate { film.releaseDate = CalendarDate(date) }
        case .rating(let rating):
            film.ratings = [
                Rating(provider: provider, value: rating.value, scale: rating.scale, votes: rating.votes)
            ]
        case .ids(let ids): for id in ids { add(id) }
        case .items(let items): take(items, for: field)
        case .amount, .item: break
        }
    }

    private mutating func take(_ text: MappedText, for field: Field) {
        switch field {
        case .title: film.title = LocalizedText(text)
        case .originalTitle: film.originalTitle = text.text
        case .originalLanguage: film.originalLanguage = languages.value(of: text.text)
        case .overview: film.overview = LocalizedText(text)
        case .tagline: film.tagline = LocalizedText(text)
        case .homepage: film.homepage = text.text
        default: break
        }
    }

    private mutating func take(_ truth: Bool, for field: Field) {
        switch field {
        case .adult: film.adult = truth
        case .series: film.series = truth
        default: break
        }
    }

    private mutating func take(_ number: Int, for field: Field) {
        switch field {
        case .year: film.year = number
        case .runtime: film.runtimeMinutes = number
        default: break
        }
    }

    private mutating func take(_ items: [MappedItem], for field: Field) {
        switch field {
        case .directors: film.directors += items.compactMap(Person.init)
        case .cast: film.cast += items.compactMap(Person.init)
        case .crew: film.crew += items.compactMap(Person.init)
        case .images: film.images += items.compactMap { MovieImage($0, provider: provider) }
        case .videos: film.videos += items.compactMap(MovieVideo.init)
        default: break
        }
    }
}
