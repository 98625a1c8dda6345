package import MovieDomain

extension MovieFacts {
    /// A film of a source in Swift, as `provider` says it; an empty title or id is none.
    init(_ film: Film, provider: ProviderID) {
        self.init()
        ids = film.ids.filter { !$0.value.isEmpty }
        title = film.title.isEmpty ? nil : LocalizedText(film.title, language: film.language)
        titles = [title].compactMap(\.self)
        originalTitle = film.originalTitle
        year = film.year
        runtimeMinutes = film.runtimeMinutes
        genres = film.genres.map { Genre.slug(of: $0) }
        overview = film.overview.map { LocalizedText($0, language: film.language) }
        directors = film.directors.map { Person(name: $0) }
        cast = film.cast.map { Person(name: $0) }
        ratings = film.rating.map { [Rating(provider: provider, value: $0, scale: 10)] } ?? []
        images = film.poster.map { [MovieImage(kind: "poster", url: $0, provider: provider)] } ?? []
    }
}

extension Film {
    /// What is known of a film, in the shape for sources and programs in Swift.
    package init(_ facts: MovieFacts) {
        self.init(ids: facts.ids, title: facts.title?.text ?? "", year: facts.year)
        language = facts.title?.language
        originalTitle = facts.originalTitle
        runtimeMinutes = facts.runtimeMinutes
        genres = facts.genres
        overview = facts.overview?.text
        directors = facts.directors.map(\.name)
        cast = facts.cast.map(\.name)
        rating = facts.ratings.first.flatMap { $0.scale > 0 ? $0.value / $0.scale * 10 : nil }
        poster = facts.images.first { $0.kind == "poster" }?.url
    }
}
