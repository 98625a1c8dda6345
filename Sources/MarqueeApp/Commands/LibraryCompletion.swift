import JSON
import MovieAggregation
import MovieDomain
import MovieService

/// The search for films of the library that have only a title, and for details of those that have none.
///
/// It is made of many calls, each of which stores what it finds: a run that is stopped loses nothing, and the next one
/// goes on with the films that are left.
struct LibraryCompletion {
    let settings: EngineSettings
    let kinds: [ProviderKind]

    /// The number of films in a call, and of films in a row without an answer after which no source seems to answer.
    private static let (mostFilms, mostUnanswered) = (100, 20)

    /// Completes the library, and says what became of it; a source that fails fails no import.
    func run() async {
        do {
            try await identify()
            try await refresh()
        } catch {
            CommandErrors.write("some films have no details yet; marquee identify and marquee library refresh go on")
        }
    }

    private func identify() async throws {
        var counts: [IdentifiedFilm.Status: Int] = [:]
        try await repeatCall("library/identify", "looking for films in the sources") {
            (answer: LibraryIdentifyResult) in
            for film in answer.films { counts[film.status, default: 0] += 1 }
            return Round(
                films: answer.films.count,
                remaining: answer.remaining,
                isUnanswered: answer.films.allSatisfy { $0.status == .unanswered },
                next: answer.page.next
            )
        }
        let words: [(IdentifiedFilm.Status, String)] = [
            (.connected, "found"), (.secondCard, "second cards"), (.undecided, "undecided"), (.unknown, "unknown"),
            (.unanswered, "without an answer"),
        ]
        let parts = words.compactMap { status, word in counts[status].map { "\($0.grouped) \(word)" } }
        guard !parts.isEmpty else { return }
        let films = counts.values.reduce(0, +).counted("film")
        let rest = counts.keys.contains { $0 != .connected } ? "; marquee identify shows the others" : ""
        CommandErrors.write("\(films) with a title only: \(parts.joined(separator: ", "))\(rest)")
    }

    private func refresh() async throws {
        var fetched = 0
        // Films with old details are left to marquee library refresh.
        let days = JSONValue.Member("olderThan", .number(JSONNumber(10_000)))
        try await repeatCall("library/refresh", "fetching details", [days]) { (answer: LibraryRefreshResult) in
            fetched += answer.films.count { $0.status == .refreshed }
            return Round(
                films: answer.films.count,
                remaining: answer.remaining,
                isUnanswered: answer.films.allSatisfy { $0.status == .unanswered },
                next: answer.page.next
            )
        }
        if fetched > 0 { CommandErrors.write("details of \(fetched.counted("film")) were fetched") }
    }

    /// What one of several calls did, and where the next one goes on.
    private struct Round {
        let films: Int
        let remaining: Int
        let isUnanswered: Bool
        let next: PageCursor?
    }

    /// Calls a method until no film is left, or no source seems to answer.
    private func repeatCall<Answer: WireObject>(
        _ method: String,
        _ work: String,
        _ parameters: [JSONValue.Member] = [],
        _ note: (Answer) -> Round
    ) async throws {
        var (next, done, unanswered, text): (String?, Int, Int, String) = (nil, 0, 0, work)
        repeat {
            var call = CommandCall(settings: settings, kinds: kinds, method: method, format: .json)
            let cursor = next.map { [JSONValue.Member("cursor", .string($0))] } ?? []
            let limit = JSONValue.Member("limit", .number(JSONNumber(Self.mostFilms)))
            let members = parameters + [limit] + cursor
            call.parameters = try JSONDocument(JSONValue.object(members).jsonBytes).root
            call.waitingText = text
            let round = note(try await call.answer(as: Answer.self))
            done += round.films
            text = "\(work), \(done.grouped) of \((done + round.remaining).grouped) (Ctrl-C stops)"
            unanswered = round.isUnanswered ? unanswered + round.films : 0
            next = round.next?.text
        } while next != nil && unanswered < Self.mostUnanswered
    }
}
