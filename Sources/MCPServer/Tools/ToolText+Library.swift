import JSON
import MovieDomain
import MovieService
import Platform

/// The user's lists, offers and releases of bookmarks, and statistics.
extension ToolText {
    /// The text of an answer about the library that is no list of films alone; `nil` for others.
    var libraryText: String? {
        if let lists = answer["lists"] { return names(of: lists) }
        if let list = answer["list"] { return films(of: list) }
        if let releases = answer["releases"] { return days(of: releases) }
        if let films = answer["films"], answer["elsewhere"] != nil { return offers(of: films) }
        return answer["viewings"] == nil ? nil : statistics
    }

    private func names(of lists: JSONElement) -> String {
        table([words(.list), words(.films)], lists.elements) { [$0["name"].words, $0["count"].digits] }
    }

    /// A list with its films, or the film that was put in it.
    private func films(of list: JSONElement) -> String {
        let name = "\(words(.list)): \(list["name"].words) (\(list["count"].digits))".onOneLine
        if let movie = answer["movie"] {
            let place = answer["position"]?.int.map { "\($0). " } ?? ""
            return name + "\n" + "\(place)\(titles(of: movie)) (\(movie["id"].words))".onOneLine
        }
        guard let movies = answer["movies"] else { return name }
        return name + "\n" + films(movies)
    }

    private func offers(of films: JSONElement) -> String {
        let body = table([words(.title), words(.watch), words(.from), words(.id)], films.elements) { film in
            let offers = film["offers"].list
            let places = offers.map { "\($0["service"].words) (\($0["kind"].words))" }.joined(separator: ", ")
            let origins = Set(offers.compactMap { $0["attribution"]?.string }).sorted().joined(separator: ", ")
            return [
                titles(of: film["movie"]), places.isEmpty ? words(.unknown) : places, origins,
                film["movie"]["id"].words,
            ]
        }
        let others = answer["elsewhere"]?.int ?? 0
        return others == 0 ? body : body + "\n\(words(.withoutOffer)): \(others)"
    }

    private func days(of releases: JSONElement) -> String {
        let columns = [words(.released), words(.title), words(.kind), words(.id)]
        let body = table(columns, releases.elements) { day in
            [
                day["date"].words, titles(of: day["movie"]),
                [day["kind"].words, day["region"].words].joined(separator: " "),
                day["movie"]["id"].words,
            ]
        }
        let unknown = answer["unknown"].list.map { "\(titles(of: $0["movie"])) (\($0["status"].words))" }
        return unknown.isEmpty ? body : body + "\n" + "\(words(.noDay)): \(unknown.joined(separator: ", "))".onOneLine
    }

    /// The counts, each on a line, and the most frequent genres, directors, countries, and decades.
    private var statistics: String {
        func share(_ group: String) -> String {
            answer[group].list.map { "\($0["name"].words) \($0["films"].digits)" }.joined(separator: ", ")
        }
        let minutes = answer["minutes"]?.int ?? 0
        let unknown = answer["withoutRuntime"]?.int ?? 0
        let hours = "\((minutes / 60).grouped)" + (unknown > 0 ? " (\(words(.withoutRuntime)): \(unknown))" : "")
        let stars = answer["stars"].list.filter { $0["films"]?.int != 0 }
            .map { "\($0["stars"]?.number?.text ?? "")×\($0["films"].digits)" }
        let lines: [(Wording.Word, String)] = [
            (.year, answer["year"].digits), (.films, answer["films"].digits), (.viewings, answer["viewings"].digits),
            (.rewatches, answer["rewatches"].digits), (.hours, hours),
            (.meanStars, answer["meanStars"]?.number?.text ?? ""), (.stars, stars.joined(separator: ", ")),
            (
                .periods,
                answer["periods"].list.filter { $0["viewings"]?.int != 0 }
                    .map { "\($0["period"].words) \($0["viewings"].digits)" }.joined(separator: ", ")
            ),
            (.genres, share("genres")), (.directors, share("directors")), (.countries, share("countries")),
            (.decades, share("decades")), (.undated, answer["undated"].digits),
        ]
        return lines.filter { !["", "0"].contains($0.1) || $0.0 == .films }
            .map { "\(words($0)): \($1)".onOneLine }.joined(separator: "\n")
    }
}
