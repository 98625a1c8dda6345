package import JSON
import MovieAggregation
package import MovieDomain

/// The film of design.md section 5; what nobody said is left out.
extension Movie: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            facts.encodeMembers(to: &writer)
            writer.field("bookmarked", bookmarked)
            writer.member("provenance") { encodeProvenance(to: &$0) }
            if !differences.isEmpty { writer.member("differing") { encodeDifferences(to: &$0) } }
            writer.field("match", match)
        }
    }

    private func encodeProvenance(to writer: inout JSONWriter) {
        writer.object { writer in
            for field in MovieField.inOrder {
                guard let providers = provenance[field] else { continue }
                writer.list(field.rawValue, providers)
            }
        }
    }
}

extension Movie {
    /// By field, in the order of the fields.
    private func encodeDifferences(to writer: inout JSONWriter) {
        writer.object { writer in
            for field in MovieField.inOrder where differences.contains(where: { $0.field == field }) {
                writer.list(field.rawValue, differences.filter { $0.field == field })
            }
        }
    }
}

extension MovieField {
    /// All of them: `allCases` makes a new list each time.
    fileprivate static let inOrder = allCases
}

extension NamedSchema {
    static let movie = NamedSchema(
        "Movie",
        "One film as all sources together tell it; what nobody said is left out.",
        [
            .always("id", .text, "The preferred id: `imdb`, then `tmdb`, then `kofic`, then the configured order."),
            .always("ids", .map(of: .text), "One id for each name space; every one of them is accepted as `id`."),
            .known("title", .text, "In the first of the wanted languages that anybody has it in."),
            .known("originalTitle", .text),
            .known("titles", .list(of: .reference(to: .localizedText)), "Every title that is known."),
            .known("year", .integer),
            .known("releaseDate", .date),
            .known("runtimeMinutes", .count),
            .known("genres", .list(of: .text), "Slugs: `drama`, `science-fiction`."),
            .known("countries", .list(of: .text), "ISO 3166-1 alpha-2 where it is known."),
            .known("languages", .list(of: .text), "ISO 639-1 where it is known."),
            .known("originalLanguage", .text),
            .known("overview", .reference(to: .localizedText)),
            .known("tagline", .reference(to: .localizedText)),
            .known("directors", .list(of: .reference(to: .person))),
            .known("cast", .list(of: .reference(to: .person))),
            .known("crew", .list(of: .reference(to: .person))),
            .known("ratings", .list(of: .reference(to: .rating))),
            .known("popularity", .number, "In the source's own measure."),
            .known("certifications", .list(of: .reference(to: .certification))),
            .known(
                "images",
                .list(of: .reference(to: .image)),
                "Posters first, then backdrops and logos; of each kind the wanted languages first, then the largest."
            ),
            .known("videos", .list(of: .reference(to: .video))),
            .known("homepage", .text),
            .known("adult", .boolean),
            .known("companies", .list(of: .text)),
            .known("series", .boolean, "True for a series of television, where the source gives such beside films."),
            .always("bookmarked", .boolean),
            .always(
                "provenance",
                .map(of: .list(of: .text)),
                "For every field that has a value, the providers that it comes from, the winner first; those who say "
                    + "another year, day of release or running time last."
            ),
            .known(
                "differing",
                .map(of: .list(of: .reference(to: .fieldDifference))),
                "What those say who were not believed: of `year`, `releaseDate` and `runtimeMinutes`."
            ),
            .known("match", .reference(to: .match)),
        ]
    )
}

extension MovieFacts {
    /// Writes the members of the film's object that are facts about it, in the order of design.md section 5.
    func encodeMembers(to writer: inout JSONWriter) {
        writer.member("ids") { encodeIDs(to: &$0) }
        encodeNames(to: &writer)
        encodeOrigin(to: &writer)
        writer.field("overview", overview)
        writer.field("tagline", tagline)
        writer.nonEmptyList("directors", directors)
        writer.nonEmptyList("cast", cast)
        writer.nonEmptyList("crew", crew)
        writer.nonEmptyList("ratings", ratings)
        writer.field("popularity", popularity)
        writer.nonEmptyList("certifications", certifications)
        writer.nonEmptyList("images", images)
        writer.nonEmptyList("videos", videos)
        writer.field("homepage", homepage)
        writer.field("adult", adult)
        writer.nonEmptyList("companies", companies)
        writer.field("series", series)
    }

    private func encodeIDs(to writer: inout JSONWriter) {
        writer.object { writer in
            for (namespace, value) in ids.sorted(by: { $0.key < $1.key }) { writer.field(namespace, value) }
        }
    }

    private func encodeNames(to writer: inout JSONWriter) {
        writer.field("title", title?.text)
        writer.field("originalTitle", originalTitle)
        writer.nonEmptyList("titles", titles)
    }

    private func encodeOrigin(to writer: inout JSONWriter) {
        writer.field("year", year)
        writer.field("releaseDate", releaseDate)
        writer.field("runtimeMinutes", runtimeMinutes)
        writer.nonEmptyList("genres", genres)
        writer.nonEmptyList("countries", countries)
        writer.nonEmptyList("languages", languages)
        writer.field("originalLanguage", originalLanguage)
    }
}

extension Page: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("page", page)
            writer.field("limit", limit)
            writer.fieldOrNull("totalItems", totalItems)
            writer.fieldOrNull("totalPages", totalPages)
            writer.fieldOrNull("hasMore", hasMore)
        }
    }
}

extension NamedSchema {
    static let page = NamedSchema(
        "Page",
        "Which part of a longer list an answer is; `null` where nobody knows.",
        [
            .always("page", .integer(atLeast: 1)),
            .always("limit", .integer(atLeast: 1)),
            .always(
                "totalItems",
                .count.orNull,
                "How many films there are in all; several sources merged have no sum."
            ),
            .always("totalPages", .count.orNull),
            .always("hasMore", .boolean.orNull),
        ]
    )
}

extension PartialAnswer: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.list("movies", movies)
            writer.list("sources", [report])
        }
    }
}

extension NamedSchema {
    static let partialResult = NamedSchema(
        "PartialResult",
        """
        What a call with a `partialResultToken` gets by `$/progress` as soon as a source has answered: the source's own \
        films, not merged yet. The call's result is the merged whole all the same.
        """,
        [
            .always("movies", .list(of: .reference(to: .movie))),
            .always("sources", .list(of: .reference(to: .sourceReport)), "The one source that has answered."),
        ]
    )
}

extension MovieResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.field("movie", movie)
        if let similar { writer.list("similar", similar) }
        if let recommendations { writer.list("recommendations", recommendations) }
    }
}

extension NamedSchema {
    static let movieResult = NamedSchema(
        "MovieResult",
        "One film, and what became of every source.",
        [
            .always("movie", .reference(to: .movie)),
            .known("similar", .list(of: .reference(to: .movie)), "Where `include` asks for it and a source can say."),
            .known("recommendations", .list(of: .reference(to: .movie)), "As for `similar`."),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}

extension SearchResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.list("movies", movies)
        writer.field("page", page)
    }
}

extension NamedSchema {
    static let moviesResult = NamedSchema(
        "MoviesResult",
        "One page of films, and what became of every source.",
        [
            .always("movies", .list(of: .reference(to: .movie))),
            .always("page", .reference(to: .page)),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}
