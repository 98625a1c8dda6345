import JSON
import MovieDomain
import MovieMatching

extension FilmTable {
    /// Returns the id on a line of a list.
    static func id(of line: String) throws(JSONError) -> String { try JSONDocument(line).root["id"]?.string ?? "" }

    /// Adds the film on a line of a list, with the members that the generated and the known films have.
    ///
    /// Its id is left out: no two films of these lists share one.
    mutating func add(line: String, source: Int) throws(JSONError) {
        let film = try JSONDocument(line).root
        begin(source: source)
        if let year = film["year"]?.int { set(year: year) }
        if let title = film["title"]?.string { add(title: title) }
        for title in film["titles"].map({ Array($0.elements) }) ?? [] {
            if let text = title["text"]?.string { add(title: text) }
        }
        if let date = (film["releaseDate"]?.string).flatMap({ CalendarDate(parsing: $0) }) { set(releaseDate: date) }
        if let minutes = film["runtimeMinutes"]?.int { set(runtimeMinutes: minutes) }
        for person in film["directors"].map({ Array($0.elements) }) ?? [] {
            add(director: person["name"]?.string, person["nameEn"]?.string)
        }
        for person in film["cast"].map({ Array($0.elements.prefix(10)) }) ?? [] { add(cast: person["name"]?.string) }
        end()
    }
}
