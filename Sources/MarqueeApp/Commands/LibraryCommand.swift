import ArgumentParser
import JSON
import MovieAggregation
import MovieDomain
import MovieService

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Keep the details of the films in your library up to date.",
        discussion: """
              marquee library refresh
              marquee library refresh --older-than 7 --limit 50
            """,
        subcommands: [RefreshCommand.self]
    )
}

struct RefreshCommand: MethodCommand {
    static let methods = ["library/refresh"]
    static let configuration = view(
        named: "refresh",
        "Fetch the details of films in your library that have none, or old ones.",
        """
          marquee library refresh
          marquee library refresh --older-than 7 --limit 50

        The call is repeated until the last film. Films for which a source did not answer are fetched again the next \
        time. Films with only a title and a year are left to marquee identify.
        """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["olderThan"]) var olderThan: ParameterValue?

    @Option(help: "The maximum number of films; without it, all.")
    var limit: Int?
    @OptionGroup var options: CallOptions

    /// The number of films in a call, and of films in a row without an answer after which no source seems to answer.
    private static let (mostFilms, mostUnanswered) = (20, 20)

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit: expected a number of at least 1, found \(limit)") }
    }

    func run(kinds: [ProviderKind]) async throws {
        var next: String?
        var (left, unanswered, missed) = (limit ?? .max, 0, 0)
        repeat {
            let most = ParameterValue("limit", .number(JSONNumber(min(left, Self.mostFilms))))
            let cursor = next.map { ParameterValue("cursor", .string($0)) }
            let call = try call(adding: [most, cursor], kinds: kinds)
            let answer = try await call.answer(as: LibraryRefreshResult.self)
            try await call.show(answer)
            next = answer.page.next?.text
            left -= answer.films.count
            missed += answer.films.count { $0.status == .unanswered }
            let isUnanswered = answer.films.allSatisfy { $0.status == .unanswered }
            unanswered = isUnanswered ? unanswered + answer.films.count : 0
            if unanswered >= Self.mostUnanswered || unanswered > 0 && next == nil {
                let rest = next == nil ? "" : "; the remaining films were not fetched"
                throw CommandError("no source answers\(rest)", .unavailable)
            }
            if next == nil || left == 0, answer.remaining > 0 {
                let films = "\(answer.remaining.counted("film")) \(answer.remaining == 1 ? "has" : "have")"
                CommandErrors.write("\(films) no details yet, or old ones")
            }
        } while next != nil && left > 0
        if missed > 0 { throw ExitCode.partly }
    }
}
