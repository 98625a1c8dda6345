extension MovieFacts {
    /// How many fields say something: of two records of one source the richer one goes first.
    var richness: Int {
        let scalars: [Bool] = [
            title != nil, originalTitle != nil, year != nil, releaseDate != nil, runtimeMinutes != nil,
            originalLanguage != nil, overview != nil, tagline != nil, popularity != nil, homepage != nil, adult != nil,
            series != nil,
        ]
        let lists = [
            titles.count, genres.count, countries.count, languages.count, directors.count, cast.count, crew.count,
            ratings.count, certifications.count, images.count, videos.count, companies.count, ids.count,
        ]
        return scalars.count(where: \.self) + lists.count { $0 > 0 }
    }

    /// All that is said as one text: an order for records that nothing else tells apart.
    var canonicalText: String {
        var facts = self
        facts.ids = [:]
        return "\(ids.sorted { $0.key < $1.key })\(facts)"
    }
}
