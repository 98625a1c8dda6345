import ArgumentParser
import MovieDomain

struct MatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matches",
        abstract: "Show which ids belong to one film, and correct that.",
        discussion: """
              marquee matches imdb:tt6751668
              marquee matches fix parasite
              marquee matches add kofic:20183782 tmdb:496243
              marquee matches add kofic:20183782 --field title --provider kofic
              marquee matches split kofic:20183782 tmdb:4967
              marquee matches remove kofic:20183782 tmdb:4967
            """,
        subcommands: [
            ListMatchesCommand.self, FixMatchCommand.self, PinCommand.self, SplitCommand.self, ForgetCommand.self,
        ],
        defaultSubcommand: ListMatchesCommand.self
    )
}

struct ListMatchesCommand: MethodCommand {
    static let methods = ["matches/list"]
    static let configuration = view(
        named: "list",
        "List ids that belong to one film, with the reasons, and your corrections.",
        """
          marquee matches
          marquee matches list parasite
        """,
        oldWords: ["show"]
    )

    @Argument(Self["id"]) var id: ParameterValue?
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions
}

struct PinCommand: MethodCommand {
    static let methods = ["matches/pin"]
    static let configuration = view(
        named: "add",
        "Record that two ids belong to one film, or that a field of a film comes from one source.",
        """
          marquee matches add kofic:20183782 tmdb:496243
          marquee matches add kofic:20183782 --field title --provider kofic
        """,
        oldWords: ["pin"]
    )

    @OptionGroup var films: CorrectionArguments<Self>
    @Option(Self["provider"]) var provider: ParameterValue?
    @OptionGroup var options: CallOptions

    func validate() throws {
        guard films.other == nil, films.field == nil else { return }
        throw ValidationError("expected two ids of one film, or one with --field and --provider")
    }
}

struct SplitCommand: MethodCommand {
    static let methods = ["matches/split"]
    static let configuration = view(
        named: "split",
        "Record that two ids belong to different films.",
        """
          marquee matches split kofic:20183782 tmdb:4967
          marquee matches split parasite tmdb:4967
        """
    )

    @Argument(Self["id"]) var id: ParameterValue
    @Argument(Self["with"], as: "other", help: "The id of the other film.") var other: ParameterValue
    @OptionGroup var options: CallOptions
}

struct ForgetCommand: MethodCommand {
    static let methods = ["matches/forget"]
    static let configuration = view(
        named: "remove",
        "Remove a correction, the choice for a field, or everything that is recorded about a film.",
        """
          marquee matches remove kofic:20183782 tmdb:4967
          marquee matches remove kofic:20183782 --field title
        """,
        oldWords: ["forget"]
    )

    @OptionGroup var films: CorrectionArguments<Self>
    @OptionGroup var options: CallOptions
}

/// What a correction is about: two ids, or a field of a film.
struct CorrectionArguments<Command: MethodCommand>: ParsableArguments {
    @Argument(Command["id"]) var id: ParameterValue
    @Argument(Command["with"], as: "other") var other: ParameterValue?
    @Option(Command["field"]) var field: ParameterValue?
}
