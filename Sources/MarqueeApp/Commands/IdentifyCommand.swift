import ArgumentParser
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform

struct IdentifyCommand: MethodCommand {
    static let methods = ["movies/identify", "library/identify"]
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Tell which films your files are, or look up films that were imported by title only.",
        discussion: """
            The same as: marquee call movies/identify with names, and library/identify without

              marquee identify ~/Films
              marquee identify 'Dune Part Two 2024'

            It goes into folders, for the films in them, and reads the names from standard input for -. An id in the \
            movie.nfo or NAME.nfo of a media centre beside a film counts as one in its name. Pictures, subtitles, and \
            what else comes with films are left out.

            Without names, it goes through the films in the library. A film that is found with certainty gets the ids \
            and details of the sources. For the others, the command shows the candidates. Choose one with marquee \
            matches add ID CANDIDATE, then run this command again.
            """
    )

    @Argument(Self["names"], help: "Names of files or folders, or titles.", completion: .file())
    var names: [ParameterValue] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var options: CallOptions

    /// The number of names in one call.
    private static let namesOfCall = 50

    func validate() throws {
        if names.isEmpty, sources.languages != nil {
            throw ValidationError("--languages is for names; expected NAMES")
        }
    }

    /// The number of films in a row without an answer after which no source seems to answer.
    private static let mostUnanswered = 10

    /// Returns the films of a folder, the lines of standard input for `-`, or the name itself.
    private static func expanded(_ value: ParameterValue) throws -> [ParameterValue] {
        guard case .string(let text)? = value.elements.first else { return [value] }
        var names: [String] = []
        if text == "-" {
            var reader = try LineReader("-")
            while let line = try reader.next() {
                let name = String(decoding: line, as: UTF8.self).trimmedText
                if !name.isEmpty { names.append(name) }
            }
            guard !names.isEmpty else { throw CommandError("standard input: expected names, one on each line", .usage) }
        } else if let folder = FilmFolder(text) {
            names = folder.films
            guard !names.isEmpty else {
                throw CommandError(
                    "\(text.printable): found no films, such as .mkv or .mp4 files, in this folder",
                    .noInput
                )
            }
        } else {
            return [value]
        }
        return names.map { ParameterValue(value.name, .array([.string($0)]), spelling: value.spelling) }
    }

    /// What to do about a second card of one film.
    private static func secondCard(_ film: IdentifiedFilm) -> String {
        let stars = film.movie?.card?.stars.map { " (\(FilmNote.number($0)) stars)" } ?? ""
        let line = CommandSuggestion.line(["cards", "remove", film.id.description])
        return
            "you already have a card of \(film.movie?.id.description ?? "")\(stars); the one of \(film.id) is "
            + "unchanged; to remove it, run: \(line)"
    }

    func run(kinds: [ProviderKind]) async throws {
        guard names.isEmpty else { return try await identifyNames(kinds) }
        var next: String?
        var (unanswered, left) = (0, 0)
        repeat {
            let cursor = next.map { ParameterValue("cursor", .string($0)) }
            let call = try call("library/identify", adding: [cursor], kinds: kinds)
            let answer = try await call.answer(as: LibraryIdentifyResult.self)
            try await call.show(answer)
            for film in answer.films where film.status == .secondCard {
                CommandErrors.write(Self.secondCard(film).printable)
            }
            next = answer.page.next?.text
            left += answer.films.count { $0.status == .unanswered }
            let isUnanswered = answer.films.allSatisfy { $0.status == .unanswered }
            unanswered = isUnanswered ? unanswered + answer.films.count : 0
            if unanswered >= Self.mostUnanswered || unanswered > 0 && next == nil {
                throw CommandError("no source answers; the remaining films were not looked up", .unavailable)
            }
        } while next != nil
        if left > 0 { throw ExitCode.partly }
    }

    private func identifyNames(_ kinds: [ProviderKind]) async throws {
        let (names, companions) = FilmFolder.withoutCompanions(try names.flatMap(Self.expanded), Self.text)
        if companions > 0 {
            let files = companions == 1 ? "1 file that comes" : "\(companions) files that come"
            CommandErrors.write("left out: \(files) with films, such as pictures and subtitles")
        }
        guard !names.isEmpty else { throw CommandError("none of these names is of a film", .noInput) }
        var statuses: [IdentifiedName.Status] = []
        for start in stride(from: 0, to: names.count, by: Self.namesOfCall) {
            let part = names[start..<min(names.count, start + Self.namesOfCall)]
            let (shown, read) = (part.map(Self.text), part.map { Self.text($0, withNFO: true) })
            let names = ParameterValue("names", .array(read.map(JSONValue.string)), spelling: "NAMES")
            let call = try call("movies/identify", adding: [names], kinds: kinds)
            var answer = try await call.answer(as: IdentifiedNames.self)
            // With the names that the user gave.
            for (place, name) in zip(answer.names.indices, shown) { answer.names[place].name = name }
            try await call.show(answer)
            statuses += answer.names.map(\.status)
        }
        let unanswered = statuses.count { $0 == .unanswered }
        if unanswered == statuses.count, unanswered > 0 { throw CommandError("no source answered", .unavailable) }
        if unanswered > 0 {
            let films = unanswered == 1 ? "1 name" : "\(unanswered) names"
            throw CommandError("no source answered for \(films); run the command again for them", .partly)
        }
    }

    private static func text(_ name: ParameterValue) -> String { text(name, withNFO: false) }

    /// Returns the text of a name, with the ids of the media centre's file beside it if it is the path of a film.
    private static func text(_ name: ParameterValue, withNFO: Bool) -> String {
        guard case .string(let text)? = name.elements.first else { return "" }
        guard withNFO, FileFacts.of(text) != nil, let file = NFOFile(beside: text, .local) else { return text }
        return file.name(of: text)
    }
}
