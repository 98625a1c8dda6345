import JSON
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
        var counts: [String: Int] = [:]
        try await repeatCall("library/identify", "looking for films in the sources") { answer in
            for film in answer["films"].list { counts[film["status"].words, default: 0] += 1 }
        }
        let parts = [
            ("connected", "found"), ("second_card", "second cards"), ("undecided", "undecided"), ("unknown", "unknown"),
            ("unanswered", "without an answer"),
        ].compactMap { status, word in counts[status].map { "\($0.grouped) \(word)" } }
        guard !parts.isEmpty else { return }
        let films = Self.films(counts.values.reduce(0, +))
        let rest = counts.keys.contains { $0 != "connected" } ? "; marquee identify shows the others" : ""
        CommandErrors.write("\(films) with a title only: \(parts.joined(separator: ", "))\(rest)")
    }

    private func refresh() async throws {
        var fetched = 0
        // Films with old details are left to marquee library refresh.
        let days = JSONValue.Member("olderThan", .number(JSONNumber(10_000)))
        try await repeatCall("library/refresh", "fetching details", [days]) { answer in
            fetched += answer["films"].list.count { $0["status"]?.string == "refreshed" }
        }
        if fetched > 0 { CommandErrors.write("details of \(Self.films(fetched)) were fetched") }
    }

    /// Calls a method until no film is left, or no source seems to answer.
    private func repeatCall(
        _ method: String,
        _ work: String,
        _ parameters: [JSONValue.Member] = [],
        _ note: (JSONElement) -> Void
    ) async throws {
        var (next, done, unanswered, text): (String?, Int, Int, String) = (nil, 0, 0, work)
        repeat {
            var call = CommandCall(settings: settings, kinds: kinds, method: method, format: .json)
            let cursor = next.map { [JSONValue.Member("cursor", .string($0))] } ?? []
            let limit = JSONValue.Member("limit", .number(JSONNumber(Self.mostFilms)))
            let members = parameters + [limit] + cursor
            call.parameters = try JSONDocument(JSONValue.object(members).jsonBytes).root
            call.waitingText = text
            let answer = try await call.answer()
            note(answer)
            let films = answer["films"].list
            done += films.count
            text = "\(work), \(done.grouped) of \((done + (answer["remaining"]?.int ?? 0)).grouped) (Ctrl-C stops)"
            let isUnanswered = films.allSatisfy { $0["status"]?.string == "unanswered" }
            unanswered = isUnanswered ? unanswered + films.count : 0
            next = answer["page"]["next"]?.string
        } while next != nil && unanswered < Self.mostUnanswered
    }

    private static func films(_ count: Int) -> String { count == 1 ? "1 film" : "\(count.grouped) films" }
}
