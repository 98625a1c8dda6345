import JSON
import MovieService

// What belongs to a film: where it can be watched, the collection that it is in, and the people who made it.
extension AnswerTable {
    /// Where a film can be watched, a row for each country and kind of offer.
    var placesToWatch: String {
        let movie = answer["movie"]
        let offers = movie["watch"].list
        let rows = offers.flatMap { region in
            region.services.map { [region["region"].words, $0.kind, $0.names, region["attribution"].words] }
        }
        var table = TextTable(
            columns: [.left("Country"), "Kind", "Services", .left("From").optional.minor],
            style: style
        )
        for row in rows { table.append(row) }
        let silent = answer["sources"].list.filter { $0["error"] != nil && $0["status"]?.string != "unsupported" }
            .map { $0["provider"].words.printable }
        let none =
            silent.isEmpty
            ? "no offers are known"
            : "where to watch it is not known: \(silent.joined(separator: ", ")) did not answer"
        return style(Self.name(of: movie).printable, .heading) + "\n\n" + (rows.isEmpty ? none : table.text)
    }

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
