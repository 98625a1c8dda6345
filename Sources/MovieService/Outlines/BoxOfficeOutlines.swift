import MovieAggregation
import MovieDomain

extension BoxOfficeResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        let (heads, words) = (reader.words, FilmWords(reader: reader))
        let sales = entries.map(\.figures.sales).filter { $0 != .init() }
        let currencies = Set(sales.map(\.currency))
        // One currency is named once, in the head of its column.
        let currency = currencies.count == 1 ? currencies.first ?? nil : nil
        var table = TableWriter(entries, for: reader)
        table.number("#") { reader.isPerson ? $0.figures.rank.grouped : $0.figures.rank(with: heads) }
        table.text("±", for: .person) { $0.figures.changeOfRank }
        table.text(heads(.title)) { words.title(of: $0.movie) }
        table.id(nil, .optional) { $0.movie.id.description }
        table.text("Also", [.optional, .minor], for: .person) { words.otherTitle(of: $0.movie) }
        table.text("Yours", .optional, for: .person) { words.mark(of: $0.movie.card) }
        table.number(heads(.released), .optional) { $0.movie.facts.releaseDate?.description ?? "" }
        table.text(heads(.directors), for: .assistant) { words.names(of: $0.movie.facts.directors) }
        table.number(heads(.audience)) { $0.figures.audience.count?.grouped ?? "" }
        table.number(heads(.change), for: .assistant) { $0.figures.audience.change.map(Self.signed) ?? "" }
        table.number(heads(.total), .optional) { $0.figures.audience.total?.grouped ?? "" }
        let unit = currency.map { reader.isPerson ? " \($0)" : " (\($0))" } ?? ""
        table.number(heads(.sales) + unit, [.optional, .minor]) { entry in
            let sales = entry.figures.sales
            let name = currency == nil ? sales.currency.map { " \($0)" } : nil
            return sales.amount.map { $0.grouped + (name ?? "") } ?? ""
        }
        table.number(heads(.share), for: .assistant) { $0.figures.sales.share.map { "\($0.shortText) %" } ?? "" }
        table.number(heads(.screens), .optional) { $0.figures.screens?.grouped ?? "" }
        table.text(heads(.directors), [.optional, .minor], for: .person) { entry in
            entry.movie.facts.directors.map(\.name).joined(separator: ", ")
        }
        let (from, to) = (period.from.description, period.to.description)
        let days = from == to ? from : reader.isPerson ? "\(from) to \(to)" : "\(from)–\(to)"
        var outline = AnswerOutline([.line(reader.isPerson ? days : "\(heads(.boxOffice)) \(days)", .plain)])
        outline.add(table.table(none: reader.isPerson ? "no figures" : reader.none("", sources)))
        if reader.isPerson, let note = words.guesses(among: entries.map(\.movie)) { outline.add([note]) }
        outline.films = entries.map { FoundFilm($0.movie) }
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }

    private static func signed(_ change: Int) -> String { (change > 0 ? "+" : "") + change.grouped }
}

extension BoxOfficeFigures {
    fileprivate var changeOfRank: String {
        if isNew == true { return "new" }
        guard let change = rankChange, change != 0 else { return "" }
        return (change > 0 ? "▲" : "▼") + "\(change.magnitude)"
    }

    fileprivate func rank(with words: Wording) -> String {
        if isNew == true { return "\(rank) (\(words(.new)))" }
        guard let change = rankChange, change != 0 else { return "\(rank)" }
        return "\(rank) (\(change > 0 ? "+" : "")\(change))"
    }
}

extension TrendResult: Outlined {
    /// The maximum number of days that get a column; the data have all.
    private static let shownDays = 7

    /// A table of the last days; a person sees a drawing instead.
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = AnswerOutline()
        if !reader.isPerson { outline.add(blocks(for: reader)) }
        outline.films = series.map { FoundFilm($0.movie) }
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }

    private func blocks(for reader: Reader) -> [AnswerOutline.Block] {
        let (heads, words) = (reader.words, FilmWords(reader: reader))
        let allDays = Set(series.flatMap { $0.days.map(\.date) }).sorted()
        let days = allDays.suffix(Self.shownDays)
        var table = TableWriter(series, for: reader)
        table.text(heads(.title)) { words.name(of: $0.movie) }
        for day in days {
            table.number(String(day.description.dropFirst(5))) { film in
                film.days.first { $0.date == day }?.figures.audience.count?.grouped ?? ""
            }
        }
        table.number(heads(.total)) { film in
            film.days.last { $0.figures.audience.total != nil }?.figures.audience.total?.grouped ?? ""
        }
        table.id { $0.movie.id.description }
        let chosen = leadersDay.map { ", \(heads(.rankedOn)) \($0)" } ?? ""
        let blocks: [AnswerOutline.Block?] = [
            .line("\(heads(.boxOffice)) \(from)–\(to), \(heads(.audience))\(chosen)", .plain),
            .table(table.table(none: reader.none("", sources))),
            days.count < allDays.count ? .fact(heads(.lastDays), "\(days.count)/\(allDays.count)") : nil,
            .fact(heads(.missing), Self.inWords(gaps.map { ($0.date, $0.reason) })),
            .fact(heads(.oldDays), Self.inWords(old.map { ($0.date, $0.reason ?? "") })),
            .fact(heads(.absent), absent.map(\.description).joined(separator: ", ")),
            .fact(heads(.undecided), undecided.map(\.description).joined(separator: ", ")),
        ]
        return blocks.compactMap(\.self)
    }

    /// Days with reasons, each reason once, after its days.
    private static func inWords(_ days: [(date: CalendarDate, reason: String)]) -> String {
        days.map(\.reason).withoutRepeats { $0 }.map { reason in
            let dates = days.filter { $0.reason == reason }.map(\.date.description)
            return dates.joined(separator: ", ") + (reason.isEmpty ? "" : " (\(reason))")
        }
        .joined(separator: "; ")
    }
}
