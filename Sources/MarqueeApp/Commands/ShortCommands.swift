import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

struct WhereCommand: MethodCommand {
    static let methods = ["movies/get"]
    static let demonstration = ["where", "parasite"]
    static let configuration = CommandConfiguration(
        commandName: "where",
        abstract: "Show where a film can be watched now.",
        discussion: """
            The same as: marquee movie FILM --include watch

              marquee where 'The Paper Lighthouse' --region KR
              marquee where parasite --demo

            Without --region, it shows your country: your setting, or else that of your locale, or else all countries.
            """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["languages"]) var languages: ParameterValue?
    @Option(Self["region"]) var region: ParameterValue?
    @Option(Self["providers"]) var providers: ParameterValue?
    @Argument(Self["id"]) var film: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty { throw ValidationError("expected a film; try: marquee where parasite") }
        var words = film.compactMap(\.text)
        if words.count > 2, words[words.count - 2] == "on", let service = words.last.map(ServiceName.init),
            ServiceName.known.contains(where: { service.isOf(ServiceName($0)) })
        {
            let line = CommandSuggestion.line(["where", words.dropLast(2).joined(separator: " ")])
            throw ValidationError("all services are shown; did you mean: \(line)")
        }
        guard region == nil, words.count > 1, let code = words.popLast(), Country.codes.contains(code) else { return }
        if words.count > 1, words.last == "in" { words.removeLast() }
        let line = CommandSuggestion.line(["where", words.joined(separator: " "), "--region", code])
        throw ValidationError("'\(code)' is not part of a title; did you mean: \(line)")
    }

    func run(kinds: [ProviderKind]) async throws {
        let include = ParameterValue("include", ["watch"])
        let home = try region ?? options.engine.homeRegion()?.announce()
        var call = try call(adding: [include, home], kinds: kinds)
        call.showsOffers = true
        try await call.run()
        if options.engine.demo, call.isTable { CommandErrors.write("the services of the demo are made up") }
    }
}

struct LogCommand: FilmsCommand {
    static let methods = ["cards/put"]
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Write in your diary that you have watched a film, today by default.",
        discussion: """
            The same as: marquee cards add FILM --watched today --rewatch

              marquee log 'The Paper Lighthouse' --stars 4
              marquee log 기생충 --on yesterday --comment 'The stairs!'

            Earlier days and what you do not give stay as they are.
            """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["stars"]) var stars: ParameterValue?
    @Option(Self["comment"], help: "What you think of it.") var comment: ParameterValue?
    @Option(Self["watchedOn"], as: "on", help: "The day you watched it: today by default.") var day: ParameterValue?
    @Flag(Self["unbookmark"]) var unbookmark = false
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        try checkFilms()
        // No title has these; `3` and `Yesterday` may be a part of one.
        let words = films.compactMap(\.text)
        if words.count > 2, ["star", "stars", "점", "별"].contains(words[words.count - 1].lowercased()),
            let problem = problem(withWords: words.dropLast())
        {
            throw problem
        }
        guard let last = films.last?.text, ["★", "/", "**"].contains(where: last.contains) else { return }
        if let problem = problem(withWords: films.compactMap(\.text)) { throw problem }
    }

    func problem(withWords words: [String]) -> ValidationError? {
        var (title, starOption, dayOption) = (words, [String](), [String]())
        while title.count > 1, let last = title.last {
            if stars == nil, starOption.isEmpty, let count = last.starCount {
                starOption = ["--stars", count]
            } else if day == nil, dayOption.isEmpty, DayText.isDay(last) {
                dayOption = ["--on", last]
            } else {
                break
            }
            title.removeLast()
        }
        guard let last = words.last, title.count < words.count else { return nil }
        let line = CommandSuggestion.line(["log", title.joined(separator: " ")] + starOption + dayOption)
        return ValidationError("'\(last.printable)' is not a film; did you mean: \(line)")
    }

    func run(kinds: [ProviderKind]) async throws {
        let today = day == nil ? ParameterValue("watchedOn", "today", spelling: "--on") : nil
        try await runEach(adding: [today, ParameterValue("rewatch", true)], kinds: kinds)
    }
}

extension EngineOptions {
    /// Returns the country that is meant if the command names none; `nil` if it is a setting, or there is none.
    func homeRegion() throws -> HomeRegion? {
        let setting = try RunContext(settings).userSettings()[.region]
        return setting.isEmpty ? HomeRegion.current : nil
    }
}

/// The country of the locale, which is meant if neither a command nor the settings name one.
struct HomeRegion: Equatable {
    /// Such as `KR`.
    let code: String
    /// The variable that has it.
    let variable: String

    /// The country of the locale: `LC_ALL`, `LC_MESSAGES`, or `LANG`, of which the first that is set counts.
    static var current: HomeRegion? { HomeRegion(SystemEnvironment.current.variable) }

    init?(_ variable: (String) -> String?) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        guard let name = names.first(where: { !(variable($0) ?? "").isEmpty }), let locale = variable(name),
            let match = locale.prefixMatch(of: /[a-z]{2,3}[_-]([A-Z]{2})(?:[.@]|$)/)
        else { return nil }
        (code, self.variable) = (String(match.1), name)
    }

    /// Says on standard error which country is meant, and returns the parameter of methods.
    func announce() -> ParameterValue {
        CommandErrors.write("region \(code), as in \(variable); marquee config set region \(code) keeps it")
        return ParameterValue("region", .string(code), spelling: "--region")
    }
}
