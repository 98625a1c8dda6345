import JSON
import MovieService

// What belongs to a film: the collection that it is in, and the people who made it.
extension AnswerTable {
    /// The name of a collection with how much of it the user has seen, its text, and its films.
    var collection: String {
        let (collection, counts) = (answer["collection"], answer["counts"])
        let parts = [
            counts["films"]?.int.map { $0 == 1 ? "1 film" : "\($0) films" }, counts["seen"]?.int.map { "\($0) seen" },
            counts["bookmarked"]?.int.map { "\($0) bookmarked" }, collection["id"]?.string,
        ]
        let heading = style(collection["name"].words.printable, .heading)
        let facts = style(parts.compactMap(\.self).joined(separator: ", ").printable, .minor)
        let overview = collection["overview"]["text"]?.string.map { text in
            text.oneLine.wrapped(toColumns: max(40, style.columns ?? 100)).joined(separator: "\n")
        }
        let films = Self.films(answer["movies"].list, style, showsDates: true, none: "no films")
        return [heading + "\n" + facts, overview, films].compactMap(\.self).joined(separator: "\n\n")
    }

    /// The people, each with the part or the job.
    var credits: String {
        let columns: [TextTable.Column] = [
            "Name", .left("Also").optional, .left("As").optional, .left("Job").optional, .id("Id").optional,
        ]
        return style.table(columns, answer["credits"].list, none: emptyPage ?? "no credits") { person in
            ["name", "nameEn", "character", "job", "id"].map { person[$0].words }
        }
    }
}
