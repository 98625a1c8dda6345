import ArgumentParser
import ImageDecoding
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform

/// The posters of a box office: on a terminal that shows pictures, as a page for a browser, or as a picture.
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
    /// The number of posters beside each other in a picture.
    private static let columns = 5

    init(_ answer: BoxOfficeResult) {
        films = answer.entries.map { entry in
            let facts = entry.movie.facts
            let year = facts.likelyYear.map { " (\($0))" } ?? ""
            let audience = entry.figures.audience.count.map { " · \($0.grouped)" } ?? ""
            return Film(
                id: entry.movie.id.description,
                caption: "\(entry.figures.rank). \(facts.title?.text ?? "")\(year)\(audience)",
                poster: facts.images.first { $0.kind == ImageKind.poster.rawValue }?.url
            )
        }
        let (first, last) = (answer.period.from, answer.period.to)
        title = "Box office " + (first == last ? "\(first)" : "\(first) – \(last)")
        notices = answer.sources.compactMap(\.attribution)
    }

    /// Prints each film with its poster; a poster that cannot be had is left out, and why is said.
    func show(by way: PictureProtocol, with call: CommandCall) async throws {
        let room = PixelSize(width: Self.width, height: Self.width * 2)
        for film in films {
            try CommandOutput.print(film.caption.printable)
            guard let poster = try await poster(of: film, with: call) else { continue }
            let deadline = Deadline(after: TimedDecoding.usualTime, on: SystemEnvironment.current.monotonicClock)
            try await PosterCommand.show(poster, by: way, in: room, until: deadline)
        }
        for notice in notices { try CommandOutput.print(notice.printable) }
    }

    /// Returns the poster of a film; `nil` if it has none, or if it cannot be had, which the call says.
    private func poster(of film: Film, with call: CommandCall) async throws -> FetchedImage? {
        guard film.poster != nil else { return nil }
        var image = call
        image.method = "images/get"
        let parameters: JSONValue = [
            "id": .string(film.id), "width": .number(JSONNumber(Self.width)), "data": true,
        ]
        image.parameters = try JSONDocument(parameters.jsonBytes).root
        do {
            return try await image.answer(as: ShownImage.self).result.image
        } catch is ExitCode {
            return nil
        }
    }

    /// Returns the posters as one picture in PNG, in the order of the films, and their number.
    func picture(with call: CommandCall) async throws -> (bytes: [UInt8], count: Int) {
        let cell = PixelSize(width: Self.width, height: Self.width * 3 / 2)
        var posters: [Bitmap?] = []
        for film in films {
            guard let image = try await poster(of: film, with: call) else {
                posters.append(nil)
                continue
            }
            let deadline = Deadline(after: TimedDecoding.usualTime, on: SystemEnvironment.current.monotonicClock)
            let poster = await TimedDecoding.run(until: deadline) { () throws(ImageDecodingError) in
                try Bitmap(decoding: image.bytes, toFit: cell)
            }
            switch poster {
            case .success(let poster): posters.append(poster)
            case .failure(let error):
                CommandErrors.write("the poster of \(film.id) is left out: \(error.message)".printable)
                posters.append(nil)
            }
        }
        do throws(ImageDecodingError) {
            let bytes = try Bitmap(sheetOf: posters, columns: Self.columns, cell: cell).png()
            return (bytes, posters.count { $0 != nil })
        } catch {
            throw CommandError(error.message, .software)
        }
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
