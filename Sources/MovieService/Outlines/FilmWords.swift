import MovieDomain
import Platform

/// The words about films and the people who make them, for one reader.
struct FilmWords {
    let reader: Reader
    /// Whether an assistant is told which films are bookmarked, and which are seen: not where the answer says so anyway.
    var marksBookmarked = true
    var marksSeen = true

    private var words: Wording { reader.words }

    // MARK: Names

    /// The title in a table: with another one for an assistant, and with the marks of the film.
    func title(of movie: Movie) -> String {
        switch reader.kind {
        case .person: name(of: movie) + (movie.isGuess ? " ?" : "") + (movie.bookmarked == true ? " ♥" : "")
        case .assistant: titles(of: movie)
        }
    }

    func name(of movie: Movie) -> String { movie.facts.title?.text ?? movie.id.description }

    /// The title, the year, and the id, as people name a film.
    func nameAndID(of movie: Movie) -> String {
        let id = movie.id.description
        return movie.facts.title.map { "\($0.text)\(movie.yearInBrackets)  \(id)" } ?? id
    }

    /// The title in another language; empty if there is none.
    func otherTitle(of movie: Movie) -> String { movie.otherTitle(than: movie.facts.title?.text) ?? "" }

    /// The title, another one, and what the user has of the film.
    private func titles(of movie: Movie) -> String {
        let title = movie.facts.title?.text ?? movie.facts.originalTitle ?? movie.id.description
        let other = movie.otherTitle(than: title)
        return (other.map { "\(title) / \($0)" } ?? title) + marks(of: movie)
    }

    private func marks(of movie: Movie) -> String {
        var marks = marksBookmarked && movie.bookmarked == true ? " [\(words(.bookmarked))]" : ""
        if marksSeen, let card = movie.card {
            let stars = card.stars.map { words.isKorean ? ", 별점 \($0.shortText)" : ", \($0.shortText) stars" }
            marks += " [\(words(.seen))\(stars ?? "")]"
        }
        return marks
    }

    /// A mark if the user has a card of the film, with the user's stars: `✓ 4.5`.
    func mark(of card: OwnCard?) -> String {
        guard let card else { return "" }
        return card.stars.map { "✓ \($0.shortText)" } ?? "✓"
    }

    /// The title with the year, the running time, and the id, for an assistant.
    func heading(of movie: Movie) -> String {
        let details = [
            movie.facts.likelyYear.map(String.init),
            movie.facts.runtimeMinutes.map { "\($0) \(words(.minutes))" },
            movie.id.description,
        ]
        return titles(of: movie) + " (" + details.compactMap(\.self).joined(separator: ", ") + ")"
    }

    /// The films of which it is only likely that all sources mean the same.
    func guesses(among movies: [Movie]) -> AnswerOutline.Block? {
        let guesses = movies.filter(\.isGuess)
        guard !guesses.isEmpty else { return nil }
        if reader.isPerson {
            return .line("? its sources may mean different films; see its page, or matches split", .doubtful)
        }
        let ids = guesses.map { "\($0.id) (\($0.match?.confidence.shortText ?? ""))" }
        return .fact(words(.guessed), ids.joined(separator: ", "))
    }

    // MARK: People

    /// The names in the language of the surrounding words, with the Korean ones behind.
    func names(of people: [Person], of total: Int? = nil, withIDs: Bool = false) -> String {
        joined(people, atMost: 6, of: total, by: ", ") { person in
            let id = withIDs ? person.id.map { " [\($0)]" } ?? "" : ""
            guard !words.isKorean, person.name.hasHangul, let english = person.nameEn else { return person.name + id }
            return "\(english) (\(person.name))\(id)"
        }
    }

    /// Both names of a person, for people: `봉준호 (BONG Joon-ho)`.
    func bothNames(of person: Person) -> String { person.name + (person.nameEn.map { " (\($0))" } ?? "") }

    // MARK: Facts

    func genres(of movie: Movie) -> String {
        let names = movie.genreNames.joined(separator: ", ")
        let isUsable = !names.isEmpty && (words.isKorean || reader.isPerson || !names.hasHangul)
        return isUsable ? names : movie.facts.genres.joined(separator: ", ")
    }

    func ratings(of movie: Movie) -> String {
        switch reader.kind {
        case .person:
            movie.facts.ratings.map { rating in
                let votes = rating.votes.map { " by \($0)" } ?? ""
                return "\(rating.label): \(rating.value.shortText) of \(rating.scale.shortText)\(votes)"
            }
            .joined(separator: ", ")
        case .assistant:
            joined(movie.facts.ratings, atMost: 4, by: ", ") {
                "\($0.label) \($0.value.shortText)/\($0.scale.shortText)"
            }
        }
    }

    func certifications(of movie: Movie) -> String {
        joined(movie.facts.certifications, atMost: reader.isPerson ? .max : 4, by: ", ") { certification in
            certification.label + (certification.region.map { " (\($0))" } ?? "")
        }
    }

    /// The services in the offers of a region: `KR: stream Netflix; rent wavve (JustWatch)`.
    func offers(of offers: WatchOffers) -> String {
        switch reader.kind {
        case .person:
            let services = offers.services.map { "\($0.kind) \($0.names)" }.joined(separator: "; ")
            return "\(offers.region): \(services)\(offers.attribution.map { " (\($0))" } ?? "")"
        case .assistant:
            let services = offers.services.map { "\($0.names) (\($0.kind))" }.joined(separator: ", ")
            return "\(offers.region): \(services)\(offers.attribution.map { " [\($0)]" } ?? "")"
        }
    }

    /// The releases in a region: `KR: 2019-05-30 15 theatrical`, or for an assistant `KR 2019-05-30`.
    func release(_ release: RegionalRelease) -> String {
        switch reader.kind {
        case .person:
            let events = release.events.map { event in
                [event.date?.description, event.certification, event.kind, event.note].compactMap(\.self)
                    .joined(separator: " ")
            }
            return "\(release.region): \(events.joined(separator: "; "))"
        case .assistant:
            let days = joined(release.events, atMost: 2, by: ", ") { $0.date?.description ?? "" }
            return "\(release.region) \(days)"
        }
    }

    func video(_ video: MovieVideo) -> String {
        switch reader.kind {
        case .person: "\(video.kind)  \(video.url ?? "\(video.site): \(video.key)")"
        case .assistant: "\(video.name ?? video.kind) \(video.url ?? "\(video.site) \(video.key)")"
        }
    }

    func money(_ money: Money) -> String {
        let currency = money.currency.isEmpty ? "" : " \(money.currency)"
        return money.amount.grouped + currency + (money.region.map { " (\($0))" } ?? "")
    }

    /// Joins the first entries and says how many more there are: `A, B (+3)`.
    func joined<Entry>(
        _ entries: [Entry],
        atMost count: Int,
        of total: Int? = nil,
        by separator: String = "; ",
        _ text: (Entry) -> String
    ) -> String {
        let shown = entries.prefix(count)
        let more = (total ?? entries.count) - shown.count
        return shown.map(text).filter { !$0.isEmpty }.joined(separator: separator) + (more > 0 ? " (+\(more))" : "")
    }

    /// Returns `★★★★½` for 4.5, and `☆` for 0.
    static func stars(_ value: Double) -> String {
        let halves = Int((min(max(value, 0), 5) * 2).rounded())
        guard halves > 0 else { return "☆" }
        return String(repeating: "★", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "½")
    }
}

extension Movie {
    var isGuess: Bool { match?.isGuess ?? false }

    var yearInBrackets: String { facts.likelyYear.map { " (\($0))" } ?? "" }

    /// The first title that is not the shown one; `nil` if there is none.
    fileprivate func otherTitle(than shown: String?) -> String? { facts.titles.map(\.text).first { $0 != shown } }
}

extension Rating {
    /// What people call it: the site that it is from.
    fileprivate var label: String { name ?? provider.rawValue }
}

extension WatchOffers {
    /// The names of the services, by kind.
    var services: [(kind: String, names: String)] {
        OfferKind.allCases.map { ($0.rawValue, self[keyPath: $0.services].map(\.name).joined(separator: ", ")) }
            .filter { !$0.1.isEmpty }
    }
}

extension OwnCard {
    /// The days on which the film was watched, the last one first.
    var daysInWords: String { watchedDays.map(\.description).joined(separator: ", ") }

    /// The tags, after a word for a film that the user likes.
    var marksInWords: [String] { (marks.isLiked ? ["liked"] : []) + marks.tags }
}
