package import JSON
package import MovieAggregation
package import MovieDomain

extension Movie: WireObject {
    package static let wire = WireDescription<Movie>(
        "Movie",
        "One film, merged from all sources. Unknown members are left out.",
        [
            .always(
                "id",
                \.id,
                "The id by which the film was first shown, whatever is learned about it later. A new film with several "
                    + "ids is shown by that of `imdb`, else `tmdb`, else `kofic`, else the first in the configured "
                    + "order. A film without ids has `title:` and its title, which cannot be looked up."
            ),
            .always(
                "ids",
                { WireMap(members: $0.facts.ids.sorted { $0.key < $1.key }) },
                "One id for each namespace; every one of them is accepted as `id`."
            ),
        ] + MovieField.members + [
            .known("bookmarked", \.bookmarked, "Absent if the library cannot be read."),
            .known("addedAt", \.bookmarkedAt, "When you bookmarked it, in UTC."),
            .known("card", \.card, "What you think of the film; absent if you have no card of it."),
            .always(
                "provenance",
                stored: \.provenance,
                isImplied: true,
                "For every field with a value, the providers that it was taken from, the preferred one first; "
                    + "`import` is an imported file. Providers with another value are in `differing`."
            ),
            .known(
                "differing",
                { WireMap($0.differences, by: \.field.name, in: MovieField.names) },
                "The values of sources that were not preferred, for \(MovieField.singleNames); and `directors` if "
                    + "none of them is among those of the film. Beside a worldwide `revenue`, that of a region is here, too."
            )
            .reading { movie, element in
                movie.differences = FieldDifference.all(in: element)
                return true
            },
            .known("match", stored: \.match),
            .known("keptAs", { _ -> MovieID? in nil }, "The id by which you kept the film; in `library/export`."),
            .known(
                "fetchedAt",
                { _ -> Timestamp? in nil },
                "When all sources gave the details of the film, in UTC; in `library/export`."
            ),
        ]
    )
}

extension WireField<MovieFacts> {
    /// The member of a film, which has the facts.
    fileprivate var ofFilm: WireField<Movie> {
        let (writeFacts, readFacts) = (write, read)
        let writer: WireField<Movie>.Writer = { movie, writer in writeFacts(movie.facts, &writer) }
        guard let readFacts else { return WireField<Movie>(property: property, write: writer) }
        return WireField<Movie>(property: property, write: writer) { movie, element in
            readFacts(&movie.facts, element)
        }
    }
}

extension MovieField {
    fileprivate static let names = allCases.map(\.name)

    /// The members of a film that are about its fields, in the order of answers.
    fileprivate static let members: [WireField<Movie>] = allCases.flatMap { [$0.member.ofFilm] + $0.membersBeside }

    /// The names of the fields of which a film has only one, but for its directors, as a list in words.
    fileprivate static let singleNames: String = {
        let names = allCases.filter { $0.declaration.isSingle && $0 != .directors }.map { "`\($0.name)`" }
        return names.dropLast().joined(separator: ", ") + ", and " + names.suffix(1).joined()
    }()

    /// The member that has the field's value.
    fileprivate var member: WireField<MovieFacts> {
        let note = declaration.inAnswers
        return switch declaration.value {
        case .text(let place), .address(let place): .known(name, stored: place, note)
        case .localized(let place): .known(name, stored: place, note)
        case .year: .known(name, stored: \.shownYear, note)
        case .minutes(let place): .known(name, stored: place, as: .count, note)
        case .decimal(let place): .known(name, stored: place, note)
        case .flag(let place): .known(name, stored: place, note)
        case .date(let place): .known(name, stored: place, note)
        case .money(let place): .known(name, stored: place, note)
        case .texts(let place): .nonEmpty(name, stored: place, note)
        case .people(let place): .nonEmpty(name, stored: place, note)
        case .title: .known(name, stored: \.titleText, note)
        case .titles: .nonEmpty(name, stored: \.titles, note)
        case .ratings: .nonEmpty(name, stored: \.ratings, note)
        case .certifications: .nonEmpty(name, stored: \.certifications, note)
        case .releases: .nonEmpty(name, stored: \.releases, note)
        case .watch: .nonEmpty(name, stored: \.watch, note)
        case .images: .nonEmpty(name, stored: \.images, note)
        case .videos: .nonEmpty(name, stored: \.videos, note)
        case .pages: .nonEmpty(name, stored: \.pages, note)
        case .collection: .known(name, stored: \.collection, note)
        }
    }

    /// The members that follow from the field's value, or that tell how much of it there is.
    fileprivate var membersBeside: [WireField<Movie>] {
        switch self {
        case .genres:
            [
                .nonEmpty(
                    "genreNames",
                    stored: \.genreNames,
                    "The names of the genres for display, in Korean or English."
                )
            ]
        case .countries:
            [
                .known(
                    "unlisted",
                    { WireMap(unlistedOf: $0.facts) },
                    "The values of `genres` and `countries` that are the source's own words, not slugs or codes."
                )
            ]
        case .cast:
            [total("castTotal", \.castTotal, "The size of the whole cast, if `cast` is only a part of it.")]
        case .crew:
            [
                total(
                    "crewTotal",
                    \.crewTotal,
                    "The size of the whole crew, if `crew` is only a part of it: the most important jobs first."
                )
            ]
        case .ratings:
            [
                .known(
                    "stars",
                    stored: \.stars,
                    as: .number(0...5),
                    "The mean of `ratings`, weighted by votes, out of 5 in steps of 0.5. A rating without a number of "
                        + "votes counts as one vote."
                )
            ]
        case .images:
            [total("imagesTotal", \.imagesTotal, "The number of all images, if `images` is only a part of them.")]
        default: []
        }
    }

    private func total(_ name: String, _ place: FilmField.Place<Int?>, _ note: String) -> WireField<Movie> {
        WireField<MovieFacts>.known(name, stored: place, as: .count, note).ofFilm
    }
}

extension MovieFacts {
    /// The text of the title; its language is that of the same text among `titles`.
    fileprivate var titleText: String? {
        get { title?.text }
        set { title = newValue.map { LocalizedText($0) } }
    }

    /// The year that answers show.
    fileprivate var shownYear: Int? {
        get { likelyYear }
        set { year = newValue }
    }
}

extension Provenance: WireReadable {
    package init?(wire element: JSONElement) {
        guard element.kind == .object else { return nil }
        self.init(
            element.members.compactMap { name, value in
                guard let field = MovieField(name: String(name)) else { return nil }
                return [ProviderID](wire: value).map { (field, $0) }
            }
        )
    }

    package static var wireSchema: Schema { Schema(.map(of: [ProviderID].wireSchema)) }

    package func write(to writer: inout JSONWriter) {
        WireMap(members: MovieField.allCases.compactMap { field in self[field].map { (field.name, $0) } })
            .write(to: &writer)
    }
}

extension WireMap {
    /// The differences in the order of these fields; `nil` if there are none.
    fileprivate init?<Difference>(
        _ differences: [Difference],
        by field: (Difference) -> String,
        in order: [String]
    ) where Value == [Difference] {
        guard !differences.isEmpty else { return nil }
        self.init(
            members: order.compactMap { wanted in
                let ofField = differences.filter { field($0) == wanted }
                return ofField.isEmpty ? nil : (wanted, ofField)
            }
        )
    }
}

extension WireMap<[String]> {
    /// The genres and countries that are in no table; `nil` if all are known.
    fileprivate init?(unlistedOf facts: MovieFacts) {
        let genres = facts.genres.filter { Genre(rawValue: $0) == nil }
        let countries = facts.countries.filter { !Country.isCode($0) }
        guard !genres.isEmpty || !countries.isEmpty else { return nil }
        self.init(members: [("genres", genres), ("countries", countries)].filter { !$0.1.isEmpty })
    }
}

extension MovieField: WireChoice {
    package var wireName: String { name }
}

extension Page: WireObject {
    package static let wire = WireDescription<Page>(
        "Page",
        "The position of an answer in a longer list; `null` if unknown.",
        [
            .always("page", \.page, as: .integer(atLeast: 1)),
            .always("limit", \.limit, as: .integer(atLeast: 1)),
            .orNull(
                "totalItems",
                \.totalItems,
                as: .count,
                "The number of all entries; `null` if several sources are merged."
            ),
            .orNull("totalPages", \.totalPages, as: .count),
            .orNull(
                "hasMore",
                \.hasMore,
                "Whether more follows; `null` if a failure leaves it open, or no source says."
            ),
            .orNull(
                "next",
                { $0.next?.text },
                "The `cursor` of the call that goes on; `null` at the end. After a failure, it leads to what is missing, "
                    + "too, and to nothing that was shown."
            ),
            .always(
                "incomplete",
                \.isIncomplete,
                "Whether a source failed, so that entries may be missing up to here."
            ),
        ]
    )
}

extension PartialAnswer: WireObject {
    package static let wire = WireDescription<PartialAnswer>(
        "PartialResult",
        """
        What a call with a `partialResultToken` receives through `$/progress`: first the films of earlier answers, \
        if there are any, then, as soon as a source has answered, the source's own films, not merged yet, with its \
        status, also if it has none. The call's result contains all films, merged, and replaces the parts. A film that sources were never seen to share may \
        get another `id` in the result. Its `ids` contain every id from the parts, so identify films by those.
        """,
        [
            .known("movies", { $0.entries.isEmpty ? $0.movies : nil }),
            .nonEmpty(
                "entries",
                \.entries,
                "For a box office, the ranking as soon as it arrives, then each entry as soon as it is enriched."
            ),
            .always(
                "sources",
                \.reports,
                "The source that has answered, or the sources at which an entry was looked up."
            ),
        ]
    )
}

extension SearchResult: WireObject {
    package static let wire = WireDescription<SearchResult>(
        "MoviesResult",
        "One page of films, and the outcome of every source.",
        [
            .always("movies", \.movies), .always("page", \.page),
            .known("interpreted", \.interpreted, "How a query was read, if not as the words of a title."),
        ] + WireField.outcome(\.sources)
    )
}

extension QueryReading: WireObject {
    package static let wire = WireDescription<QueryReading>(
        "QueryReading",
        "How the query of a search was read.",
        [
            .known("id", \.id, "The film that the query names by an id or by the address of its page."),
            .known("query", \.query, "The title without the year at its end, which was asked after the whole."),
            .known("year", \.year, "The year from the end of the query."),
        ]
    )
}

extension IdentifiedNames: WireObject {
    package static let wire = WireDescription<IdentifiedNames>(
        "NamesResult",
        "What names are about.",
        [.always("films", \.names, "One element for each name, in the order of the names.")]
            + WireField.shortfall { $0.names.flatMap(\.sources) }
    )
}

extension IdentifiedName: WireObject {
    package static let wire = WireDescription<IdentifiedName>(
        "IdentifiedName",
        "What a name is about, and the outcome of every source that was asked.",
        [
            .always("name", \.name),
            .always("interpreted", \.reading),
            .always(
                "status",
                \.status,
                "`found`: it is `movie`. `undecided`: one of `candidates` may be it. `unknown`: no source has it. "
                    + "`unanswered`: no source that answered has it, and others did not answer. `episode`: it is an "
                    + "episode or a season of a series, and no source was asked. `no_title`: the name has no title."
            ),
            .known("movie", \.movie, "The film; `match` says how certain that is, and why."),
            .nonEmpty(
                "candidates",
                \.candidates,
                "At most five films that may be it; `match` has what is known for each of them."
            ),
            .always("sources", \.sources),
        ]
    )
}

extension IdentifiedName.Status: WireChoice {}

extension FilmName: WireObject {
    package static let wire = WireDescription<FilmName>(
        "NameReading",
        "How a name was read.",
        [
            .known("title", { $0.title.isEmpty ? nil : $0.title }),
            .nonEmpty("otherTitles", \.otherTitles, "Titles in brackets, or in another script."),
            .known("year", \.year),
            .known(
                "ids",
                { $0.ids.isEmpty ? nil : WireMap(members: $0.ids.sorted { $0.key < $1.key }) },
                "The ids in the name: `tt0211915`, `{tmdb-194}`."
            ),
            .known("episode", \.episode, "The mark of an episode or a season: `S01E02`."),
            .known(
                "extra",
                \.extra,
                "What comes with the film, in the word of the name: `trailer`, `sample`, `Featurettes`. `title` is that "
                    + "of the film; absent if the name is of the film itself."
            ),
            .nonEmpty("dropped", \.dropped, "The words that are not about the film."),
        ]
    )
}

extension PersonProfile: WireObject {
    package static let wire = WireDescription<PersonProfile>(
        "PersonProfile",
        "One person, merged from all sources. Unknown members are left out.",
        [
            .always("id", \.id, "The preferred id."),
            .always("ids", { WireMap(members: $0.facts.ids.sorted { $0.key < $1.key }) }, "One id for each namespace."),
            .always("name", \.facts.name, "In the best of the languages in whose letters a source has it."),
            .known("nameEn", \.facts.nameEn, "The same name in Latin letters."),
            .nonEmpty("otherNames", \.facts.otherNames),
            .known("knownFor", \.facts.knownFor, "The person's main profession, in the source's words."),
            .known("biography", \.facts.biography),
            .known("born", \.facts.born),
            .known("died", \.facts.died),
            .known("birthplace", \.facts.birthplace),
            .known("homepage", \.facts.homepage),
            .nonEmpty("pages", \.facts.pages, "The person's page at each source that has one."),
            .nonEmpty("images", \.facts.images, "Photographs."),
            .nonEmpty("films", \.films, "Newest first; a search shows a few that the person is known for."),
            .known(
                "filmsTotal",
                \.facts.filmsTotal,
                as: .count,
                "The number of entries that a source has, if `films` is only a part of them."
            ),
            .always("sources", \.sources, "The providers of the data, the preferred one first."),
            .known(
                "differing",
                { WireMap($0.differences, by: \.field.rawValue, in: PersonDifference.Field.allCases.map(\.rawValue)) },
                "The values of sources that were not preferred, for `born`, `died`, and `birthplace`."
            ),
            .known("match", \.match, "Why records of several sources count as one person."),
        ]
    )
}

extension PersonFilm: WireObject {
    package static let wire = WireDescription<PersonFilm>(
        "PersonFilm",
        "A film, and a person's part in it.",
        [
            .always("movie", \.movie),
            .nonEmpty("characters", \.characters, "The roles."),
            .nonEmpty("jobs", \.jobs, "The job, in the sources' words."),
        ]
    )
}

extension PeopleResult: WireObject {
    package static let wire = WireDescription<PeopleResult>(
        "PeopleResult",
        "One page of people, and the outcome of every source.",
        [.always("people", \.people), .always("page", \.page)] + WireField.outcome(\.sources)
    )
}

extension PersonResult: WireObject {
    package static let wire = WireDescription<PersonResult>(
        "PersonResult",
        "One person, and the outcome of every source.",
        [.always("person", \.person)] + WireField.outcome(\.sources)
    )
}
