import ArgumentParser
import ImageDecoding
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform

struct PosterCommand: MethodCommand {
    static let methods = ["images/get"]
    static let configuration = CommandConfiguration(
        commandName: "poster",
        abstract: "Show the poster of a film, or print the path of its file.",
        discussion: """
            Shows the image in iTerm2, WezTerm, Kitty, Ghostty, and terminals that support Sixel. On other terminals, \
            and in a pipe, prints the path of the file:

              marquee poster 기생충
              marquee poster 기생충 -o parasite.jpg
              open "$(marquee poster imdb:tt6751668 --width 780)"
            """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?

    @Argument(help: "A title, any id, or @3 for row 3 of the last table; or the URL of an image.")
    var words: [String] = []

    @Option(Self["kind"], help: "What the picture shows.") var kind: ParameterValue?

    @Option(help: "The minimum width in pixels.")
    var width = 500

    @Option(
        name: [.short, .customLong("output")],
        help: "Write the image to this file, or to standard output for -.",
        completion: .file()
    )
    var output: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @Option(help: "table or json (default: the image or its path).")
    var format: PageFormat?
    @OptionGroup var engine: EngineOptions

    var options: CallOptions { CallOptions(engine, format == .json ? .json : .table) }

    func validate() throws {
        if words.isEmpty { throw ValidationError("expected a film; try: marquee poster parasite") }
        let isFile = { (word: String) in [".jpg", ".jpeg", ".png"].contains(where: word.lowercased().hasSuffix) }
        if output == nil, words.count > 1,
            let file = [words.last, words.first].compactMap(\.self).first(where: isFile),
            !file.contains(scalars: "://")
        {
            let title = words.filter { $0 != file }.joined(separator: " ")
            let line = CommandSuggestion.line(["poster", title, "-o", file])
            throw ValidationError("'\(file.printable)' is not a film; did you mean: \(line)")
        }
        if force, output == nil { throw ValidationError("--force is for --output only") }
        if output != nil, format != nil { throw ValidationError("expected one of --output and --format") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let way = format == .json || output != nil ? nil : PictureProtocol.ofOutput
        if let output, output != "-" { try OutputFile(path: output).check(isForced: force) }
        if way == nil, output == nil, engine.noCache || engine.demo && engine.cacheDir == nil {
            let reason =
                engine.noCache
                ? "--no-cache writes no files; add -o FILE" : "the demo writes no files; add -o FILE"
            throw CommandError("the picture has no path: \(reason)", .usage)
        }
        let film = words.joined(separator: " ")
        let isAddress = film.hasPrefix(scalars: "http://") || film.hasPrefix(scalars: "https://")
        let call = try call(
            adding: [
                ParameterValue(isAddress ? "url" : "id", .string(film), spelling: "FILM"),
                ParameterValue("width", .number(JSONNumber(width))),
                // The bytes are requested only to show the picture, or to write it where the user says.
                ParameterValue("data", .bool(way != nil || output != nil)),
            ],
            kinds: kinds
        )
        if format == .json { return try await call.run() }
        let seconds = min(max(0, call.parameters?["timeout"]?.double ?? TimedDecoding.usualTime / .seconds(1)), 3_600)
        let deadline = Deadline(after: .seconds(seconds), on: SystemEnvironment.current.monotonicClock)
        let image = try await call.answer(as: ShownImage.self).result.image
        if let output { return try write(image, to: output) }
        if let way { try await Self.show(image, by: way, until: deadline) }
        if let path = image.path { try CommandOutput.print(path) }
    }

    private func write(_ image: FetchedImage, to output: String) throws {
        if output == "-" { return try CommandOutput.print(bytes: image.bytes) }
        try FileSystem.local.write(image.bytes, output).get()
        CommandErrors.write("the image (\(image.bytes.count.grouped) bytes) was written to \(output)".printable)
    }

    /// Shows a picture, scaled down to the room for it.
    static func show(
        _ image: FetchedImage,
        by way: PictureProtocol,
        in room: PixelSize = .roomOnTerminal,
        until deadline: Deadline
    ) async throws {
        let sequence = await TimedDecoding.run(until: deadline) { () throws(ImageDecodingError) in
            try way.sequence(for: image.bytes, base64: image.base64, room: room)
        }
        switch sequence {
        case .success(let sequence): try CommandOutput.print(control: sequence)
        // The file exists anyway, so the command continues.
        case .failure(let error): CommandErrors.write("marquee: the picture is not shown: \(error.message)")
        }
    }
}

struct TrendCommand: MethodCommand {
    static let methods = ["boxOffice/trend"]
    static let demonstration = ["trend"]
    static let configuration = CommandConfiguration(
        commandName: "trend",
        abstract: "Draw how films did at the box office, day by day.",
        discussion: """
            Prints a chart on a terminal, and the answer of boxOffice/trend as JSON elsewhere:

              marquee trend --from 2026-10-01 --to 2026-10-31 --limit 5
              marquee trend 기생충 --weeks 3 --by rank --svg parasite.svg
            """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?

    @Argument(
        Self["ids"],
        help: "Titles or ids of the films, or @3 for row 3 of the last table; by default, the top films of --date."
    )
    var ids: [ParameterValue] = []

    @Option(Self["from"], help: "The first day; by default, six days before --to.") var from: ParameterValue?
    @Option(Self["days"], help: "The number of days up to --to, in place of --from.") var days: ParameterValue?
    @Option(help: "The same in weeks.") var weeks: Int?
    @Option(Self["to"], help: "The last day, such as 2026-11-19.") var to: ParameterValue?
    @Option(Self["date"]) var date: ParameterValue?
    @Option(Self["limit"]) var limit: ParameterValue?
    @Option(Self["providers"]) var providers: ParameterValue?

    @Option(help: "What to draw: audience, sales, or rank.")
    var by = TrendMeasure.audience

    @Option(help: "Write the chart as SVG to this file.", completion: .file())
    var svg: String?

    @Flag(help: "Overwrite the file.")
    var force = false
    @OptionGroup var options: CallOptions

    func validate() throws {
        let words = ids.flatMap(\.elements).compactMap(\.text)
        if words.count > 2, let count = Int(words[words.count - 2]), let unit = words.last?.lowercased(),
            let option = ["week": "--weeks", "weeks": "--weeks", "day": "--days", "days": "--days"][unit]
        {
            let line = CommandSuggestion.line(["trend", words.dropLast(2).joined(separator: " "), option, "\(count)"])
            throw ValidationError("'\(count) \(unit)' is not a film; did you mean: \(line)")
        }
        if let weeks, !(1...52).contains(weeks) {
            throw ValidationError("--weeks: expected a number from 1 to 52, found \(weeks)")
        }
        if [from != nil, days != nil, weeks != nil].count(where: { $0 }) > 1 {
            throw ValidationError("expected one of --from, --days, and --weeks")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        if let svg {
            try OutputFile.checkEnding(of: svg, ["svg"], "an SVG picture")
            try OutputFile(path: svg).check(isForced: force)
        }
        let span = weeks.map { ParameterValue("days", .number(JSONNumber(7 * $0)), spelling: "--weeks") }
        // The council's figures in the demo are of single days; its own source has three weeks.
        let engine = options.engine
        let isOfDemo = ids.flatMap(\.elements).allSatisfy { $0.text?.hasPrefix(scalars: "demo:") == true }
        let hasDay = date != nil || from != nil || to != nil
        let own = engine.demo && engine.configurationFile == nil && providers == nil && isOfDemo && !hasDay
        let source = own ? ParameterValue("providers", ["demo"]) : nil
        var call = try call(adding: [span, source], kinds: kinds)
        call.measure = by
        guard let svg else { return try await call.run() }
        let answer = try await call.answer(as: TrendResult.self)
        try call.checkOutcome(of: answer)
        let picture = TrendPicture(chart: TrendChart(answer, by: by)).text
        try FileSystem.local.write(Array(picture.utf8), svg).get()
        CommandErrors.write("the chart was written to \(svg.printable)")
    }
}

extension TrendMeasure: ExpressibleByArgument {}

/// A file with a user's data that a command reads to its end: also a pipe, or standard input for `-`.
struct InputFile {
    let path: String

    func read(atMost limit: Int) throws -> [UInt8] {
        if path != "-" {
            let whole = FileSystem.local.read(path, limit)
            guard case .failure(let failure) = whole, failure.reason == .notRegular else { return try whole.get() }
        }
        let name = path == "-" ? "standard input" : path
        var reader = try LineReader(path)
        var bytes: [UInt8] = []
        while let line = try reader.next() {
            bytes += line + [UInt8(ascii: "\n")]
            guard bytes.count <= limit else { throw FileFailure(path: name, reason: .tooLarge(limit: limit)) }
        }
        return bytes
    }
}

/// A file that a command writes, which must not replace one by mistake.
struct OutputFile {
    let path: String

    /// Throws an error if the file exists and `--force` is not given; terminals and pipes are allowed.
    func check(isForced: Bool) throws(CommandError) {
        guard !isForced, exists else { return }
        throw CommandError("\(path) exists; --force overwrites it", .inputOutput)
    }

    /// Refuses a name whose ending is that of another kind of file than the one written.
    static func checkEnding(of path: String, _ endings: [String], _ content: String) throws(ValidationError) {
        let name = path.split(scalar: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(scalar: "."), dot > name.startIndex else { return }
        let ending = name[name.index(after: dot)...].lowercased()
        guard ["html", "htm", "svg", "png", "jpg", "jpeg", "gif", "pdf", "csv", "json"].contains(ending),
            !endings.contains(ending)
        else { return }
        let known = endings.filter { $0 != "htm" }.map { "." + $0 }.joined(separator: " or ")
        throw ValidationError("expected a name that ends in \(known) for \(content), found '\(path.printable)'")
    }

    private var exists: Bool {
        switch FileSystem.local.read(path, 0) {
        case .success: true
        case .failure(let failure): failure.reason == .tooLarge(limit: 0) || FileFacts.of(path)?.kind == .file
        }
    }
}
