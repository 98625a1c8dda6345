import JSON
import MovieDomain

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
