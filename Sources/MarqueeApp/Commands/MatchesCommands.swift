import ArgumentParser
import MovieDomain

struct MatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matches",
        abstract: "List ids that belong to one film, and correct matches.",
        discussion: """
              marquee matches imdb:tt6751668
              marquee matches pin kofic:20183782 tmdb:496243
              marquee matches pin kofic:20183782 --field title --provider kofic
              marquee matches split kofic:20183782 tmdb:4967
              marquee matches forget kofic:20183782 tmdb:4967
            """,
        subcommands: [ListMatchesCommand.self, PinCommand.self, SplitCommand.self, ForgetCommand.self],
        defaultSubcommand: ListMatchesCommand.self
    )
}

struct ListMatchesCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List ids that belong to one film, with the reasons, and your corrections."
    )

    @OptionGroup var options: CallOptions

    @Option(help: "The maximum number of matches.")
    var limit: Int?

    @Argument(help: "An id of the film (default: all films).")
    var id: String?

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("matches/list", ["id": id, "limit": limit], kinds: kinds)
    }
}

struct PinCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Record that two ids belong to one film, or that a field of a film comes from one source."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var films: CorrectionArguments

    @Option(help: "The source of the field.", completion: .custom(Completions.providers))
    var provider: String?

    func run(kinds: [ProviderKind]) async throws {
        let source: GivenParameters = ["provider": provider]
        try await options.run("matches/pin", films.parameters + source, kinds: kinds)
    }
}

struct SplitCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Record that two ids belong to different films."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var film: FilmArgument

    @Argument(help: "The id of the other film.")
    var other: String

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("matches/split", ["id": film.id, "with": other], kinds: kinds)
    }
}

struct ForgetCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a correction, the choice for a field, or everything that is recorded about a film."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var films: CorrectionArguments

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("matches/forget", films.parameters, kinds: kinds)
    }
}

/// What a correction is about: two ids, or a field of a film.
struct CorrectionArguments: ParsableArguments {
    @OptionGroup var film: FilmArgument

    @Argument(help: "Another id of the film.")
    var other: String?

    @Option(
        help: "A field of the film, such as title or overview.",
        completion: .list(MovieField.allCases.map(\.name))
    )
    var field: String?

    var parameters: GivenParameters { ["id": film.id, "with": other, "field": field] }
}
