package import MovieDomain
package import ProviderLanguage

extension MergePolicy {
    /// The merge rules of a configuration.
    package init(_ settings: Settings) {
        var rules: [MovieField: MovieDomain.MergeRule] = [:]
        for (field, rule) in settings.merge.fields {
            let field = MovieField(field)
            let usual = MergePolicy.standardRules[field]?.strategy ?? .first
            let strategy = rule.strategy.flatMap { MergeStrategy(rawValue: $0.rawValue) } ?? usual
            rules[field] = MovieDomain.MergeRule(strategy, prefer: rule.prefer.map { ProviderID($0) })
        }
        self.init(
            order: settings.merge.order.map { ProviderID($0) },
            rules: rules,
            languages: settings.languages
        )
    }
}

extension MovieField {
    fileprivate init(_ field: MergeField) {
        self =
            switch field {
            case .title: .title
            case .originalTitle: .originalTitle
            case .titles: .titles
            case .year: .year
            case .releaseDate: .releaseDate
            case .runtime: .runtimeMinutes
            case .genres: .genres
            case .countries: .countries
            case .languages: .languages
            case .originalLanguage: .originalLanguage
            case .overview: .overview
            case .tagline: .tagline
            case .directors: .directors
            case .cast: .cast
            case .crew: .crew
            case .ratings: .ratings
            case .popularity: .popularity
            case .certifications: .certifications
            case .images: .images
            case .videos: .videos
            case .homepage: .homepage
            case .adult: .adult
            case .series: .series
            case .companies: .companies
            }
    }
}
