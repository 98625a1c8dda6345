import ArgumentParser
import ImageDecoding
import JSON
import MovieDomain
import MovieService
import Platform

/// The posters of a box office: on a terminal that shows pictures, or as a page for a browser.
struct PosterSheet {
    struct Film {
        let id: String
        let caption: String
        /// The address of the poster; `nil` if no source has one.
        let poster: String?
    }

    let films: [Film]
    private let title: String
    private let notices: [String]

    /// The width of a poster in pixels.
    private static let width = 185
    private static let secondsToDecode = Duration.seconds(8)

    init(_ answer: JSONElement) {
        films = answer["entries"].list.compactMap { entry in
            guard let movie = entry["movie"], let id = movie["id"]?.string else { return nil }
            let year = movie["year"]?.int.map { " (\($0))" } ?? ""
            let audience = entry["audience"]["count"]?.int.map { " · \($0.grouped)" } ?? ""
            let poster = movie["images"].list.first { $0["kind"]?.string == "poster" }
            return Film(
                id: id,
                caption: "\(entry["rank"]?.int ?? 0). \(movie["title"].words)\(year)\(audience)",
                poster: poster?["url"]?.string
            )
        }
        let (first, last) = (answer["period"]["from"].words, answer["period"]["to"].words)
        title = "Box office " + (first == last ? first : "\(first) – \(last)")
        notices = answer["sources"].list.compactMap { $0["attribution"]?.string }
    }

    /// Prints each film with its poster; a poster that cannot be had is left out, and why is said.
    func show(by way: PictureProtocol, with call: CommandCall) async throws {
        let room = PixelSize(width: Self.width, height: Self.width * 2)
        for film in films {
            try CommandOutput.print(film.caption.printable)
            guard film.poster != nil else { continue }
            var image = call
            image.method = "images/get"
            let parameters: JSONValue = [
                "id": .string(film.id), "width": .number(JSONNumber(Self.width)), "data": true,
            ]
            image.parameters = try JSONDocument(parameters.jsonBytes).root
            do {
                guard let data = try await image.answer()["image"]["data"]?.string else { continue }
                let deadline = Deadline(after: Self.secondsToDecode, on: SystemEnvironment.current.monotonicClock)
                try await PosterCommand.show(data, by: way, in: room, until: deadline)
            } catch is ExitCode {
                // The call has said what is wrong.
                continue
            }
        }
        for notice in notices { try CommandOutput.print(notice.printable) }
    }

    /// An HTML page, whose pictures are at the sources.
    var page: String {
        let figures = films.map { film in
            let picture = film.poster.map { "<img src=\"\($0.escapedForXML)\" alt=\"\" loading=\"lazy\">" } ?? ""
            return "<figure>\(picture)<figcaption>\(film.caption.escapedForXML)</figcaption></figure>"
        }
        let footer = notices.map { "<p>\($0.escapedForXML)</p>" }.joined()
        return """
            <!doctype html>
            <html><head><meta charset="utf-8"><title>\(title.escapedForXML)</title>
            <style>
            body { font-family: sans-serif; margin: 2em } main { display: flex; flex-wrap: wrap; gap: 1em }
            figure { margin: 0; width: \(Self.width)px } img { width: 100% } footer { color: gray }
            </style></head>
            <body><h1>\(title.escapedForXML)</h1>
            <main>
            \(figures.joined(separator: "\n"))
            </main>
            <footer>\(footer)</footer></body></html>
            """
    }
}
