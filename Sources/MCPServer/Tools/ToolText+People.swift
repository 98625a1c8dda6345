import JSON
import MovieDomain
import MovieService
import Platform

/// People, what names of files are about, and the state of the sources.
extension ToolText {
    /// The most films of a person in the text; the structured content has more.
    private static let shownFilms = 30

    /// The text of an answer about people; `nil` for others.
    var personText: String? {
        if let people = answer["people"] { return list(ofPeople: people) }
        return answer["person"].map(page)
    }

    private func list(ofPeople people: JSONElement) -> String {
        table([words(.name), words(.knownFor), words(.films), words(.id)], people.elements) { person in
            let films = person["films"].list.prefix(4).map { $0["movie"]["title"].words }.joined(separator: ", ")
            return [bothNames(of: person), person["knownFor"].words, films, person["id"].words]
        }
    }

    private func bothNames(of person: JSONElement) -> String {
        let name = person["name"].words
        return person["nameEn"]?.string.map { "\(name) / \($0)" } ?? name
    }

    private func page(of person: JSONElement) -> String {
        let life = [person["born"].words, person["died"].words].filter { !$0.isEmpty }.joined(separator: "–")
        let about = [person["knownFor"].words, life, person["birthplace"].words, person["id"].words]
        var lines = ["\(bothNames(of: person)) (\(about.filter { !$0.isEmpty }.joined(separator: ", ")))".onOneLine]
        if let text = person["biography"]["text"]?.string { lines.append(text.onOneLine) }
        let films = person["films"].list
        let total = max(films.count, person["filmsTotal"]?.int ?? 0)
        if !films.isEmpty {
            lines.append(
                table([words(.year), words(.title), words(.role), words(.id)], films.prefix(Self.shownFilms)) { film in
                    let parts = film["jobs"].texts + film["characters"].texts
                    return [
                        film["movie"]["year"].digits, titles(of: film["movie"]), parts.joined(separator: ", "),
                        film["movie"]["id"].words,
                    ]
                }
            )
        }
        if total > Self.shownFilms { lines.append("\(words(.films)): \(Self.shownFilms)/\(total)") }
        return lines.joined(separator: "\n")
    }

    /// What each name is about: the film, or those that it may be.
    func identified(_ names: JSONElement) -> String {
        let rows = names.elements.flatMap { name -> [(JSONElement, JSONElement?)] in
            let films = [name["movie"]].compactMap(\.self) + name["candidates"].list
            return films.isEmpty ? [(name, nil)] : films.map { (name, $0) }
        }
        let lines = rows.map { name, movie in
            let film = movie.map {
                "\(titles(of: $0)) (\([$0["year"].digits, $0["id"].words].filter { !$0.isEmpty }.joined(separator: ", ")))"
            }
            let reading = name["interpreted"]["title"].words
            return "\(name["name"].words): \(name["status"].words): \(film ?? reading)".onOneLine
        }
        return lines.isEmpty ? words(.nothing) : lines.joined(separator: "\n")
    }

    /// The state of each source, why it is not well, and what is left of its quota.
    func states(of providers: JSONElement) -> String {
        table([words(.source), words(.state), words(.why), words(.left)], providers.elements) { source in
            let retry = source["retryAfterSeconds"]?.int.map { " (\($0) s)" } ?? ""
            let failure = source["status"].words == "ok" ? "" : source["lastFailure"]["message"].words
            return [
                source["id"].words, source["status"].words + retry, source["reason"]?.string ?? failure,
                source["quota"].map { "\($0["left"].grouped)/\($0["limit"].grouped)" } ?? "",
            ]
        }
    }
}
