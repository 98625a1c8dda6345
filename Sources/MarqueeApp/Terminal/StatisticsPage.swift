import JSON
import MovieService

/// An answer of `cards/stats` for people: what each figure counts, and bars that compare the parts.
struct StatisticsPage {
    let answer: JSONElement
    let style: TerminalStyle
    /// The maximum number of columns in a line.
    let columns: Int

    private static let labelWidth = 10
    private static let longestBar = 30
    private static let longestName = 24
    /// Eighths of a column.
    private static let eighths = Array(" ▏▎▍▌▋▊▉")

    var text: String {
        guard answer["films"]?.int ?? 0 > 0 else { return ([nothing] + undated).joined(separator: "\n") }
        let groups = ["genres", "directors", "countries", "decades", "tags"].map(group)
        return ([summary, stars, periods] + groups).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var nothing: String {
        answer["year"]?.int.map { "no film with a day in \($0)" } ?? "no cards"
    }

    private var summary: String {
        let head = answer["year"]?.int.map { "Watched in \($0)" } ?? "Everything watched"
        let (films, viewings, again) = (number("films"), number("viewings"), number("rewatches"))
        var lines = [
            style(head, .heading), fact("Films", films.grouped),
            fact("Viewings", viewings.grouped + (again > 0 ? ", of which \(again.grouped) of films seen before" : "")),
            fact("Time", time),
        ]
        if let mean = answer["meanStars"]?.double {
            let rated = number("rated")
            let others = rated < films ? "; \((films - rated).grouped) without stars" : ""
            lines.append(fact("Stars", "\(FilmNote.number(mean)) on average, of \(Self.films(rated))\(others)"))
        }
        let liked = number("liked")
        if liked > 0 { lines.append(fact("Liked", Self.films(liked))) }
        return (lines + undated).joined(separator: "\n")
    }

    /// The running time of the viewings, and how many it lacks.
    private var time: String {
        let (minutes, lacking, all) = (number("minutes"), number("withoutRuntime"), number("viewings"))
        guard lacking < all else { return "not known for any viewing" }
        let known = "\((minutes / 60).grouped) h \(minutes % 60) min"
        return lacking == 0 ? known : "\(known), without \(Self.viewings(lacking)) of films of unknown length"
    }

    private var undated: [String] {
        let undated = number("undated")
        guard undated > 0 else { return [] }
        let (isOne, isOfYear) = (undated == 1, answer["year"] != nil)
        let fate = isOfYear ? (isOne ? "is left out" : "are left out") : "count" + (isOne ? "s once" : " once each")
        return [fact("Undated", "\(isOne ? "1 card has" : "\(undated.grouped) cards have") no day and \(fate)")]
    }

    /// The films by the user's stars.
    private var stars: String {
        guard number("rated") > 0 else { return "" }
        let rows = answer["stars"].list.map { count in
            (name: DetailsPage.stars(count["stars"]?.double ?? 0), count: count["films"]?.int ?? 0, note: "")
        }
        return chart("Films by your stars", rows)
    }

    private var periods: String {
        let rows = answer["periods"].list.map {
            (name: $0["period"].words, count: $0["viewings"]?.int ?? 0, note: "")
        }
        return rows.isEmpty ? "" : chart("Viewings by \(answer["year"] == nil ? "year" : "month")", rows)
    }

    /// The films of each genre, director, country, or decade.
    private func group(_ name: String) -> String {
        let lacking = answer["lacking"][name]?.int ?? 0
        let rows = answer[name].list.map { share in
            let mean = share["meanStars"]?.double.map { "★ \(FilmNote.number($0))" } ?? ""
            return (name: share["name"].words, count: share["films"]?.int ?? 0, note: mean)
        }
        guard !rows.isEmpty else { return "" }
        let rest = lacking > 0 ? " (not known of \(Self.films(lacking)))" : ""
        return chart("Films by \(name)\(rest)", rows)
    }

    private func chart(_ title: String, _ rows: [(name: String, count: Int, note: String)]) -> String {
        let names = rows.map { $0.name.printable.shortened(toColumns: Self.longestName) }
        let most = rows.map(\.count).max() ?? 0
        let nameWidth = names.map(\.terminalColumns).max() ?? 0
        let countWidth = most.grouped.count
        let room = max(1, min(Self.longestBar, columns - nameWidth - countWidth - 14))
        let lines = zip(names, rows).map { name, row in
            let blanks = String(repeating: " ", count: nameWidth - name.terminalColumns)
            let count = row.count.grouped
            let space = String(repeating: " ", count: countWidth - count.count)
            let bar = Self.bar(row.count, of: most, columns: room)
            let note = row.note.isEmpty ? "" : "  " + style(row.note, .minor)
            let rest = note.isEmpty ? "" : String(repeating: " ", count: room - bar.terminalColumns) + note
            return "\(name)\(blanks)  \(space)\(count)" + (bar.isEmpty && rest.isEmpty ? "" : "  \(bar)\(rest)")
        }
        return ([style(title, .heading)] + lines).joined(separator: "\n")
    }

    /// Returns a bar whose length is to `columns` as `count` is to `most`; one that is not empty for any count above 0.
    static func bar(_ count: Int, of most: Int, columns: Int) -> String {
        guard most > 0, count > 0 else { return "" }
        let length = max(1, count * columns * 8 / most)
        let rest = length % 8
        return String(repeating: "█", count: length / 8) + (rest == 0 ? "" : String(eighths[rest]))
    }

    private func number(_ name: String) -> Int { answer[name]?.int ?? 0 }

    private func fact(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, Self.labelWidth - name.count)) + text
    }

    private static func films(_ count: Int) -> String { count == 1 ? "1 film" : "\(count.grouped) films" }

    private static func viewings(_ count: Int) -> String { count == 1 ? "1 viewing" : "\(count.grouped) viewings" }
}
