package import JSON
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
