import ArgumentParser
import ImageDecoding
import JSON
import MovieDomain
import MovieService
import Platform

struct PosterCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster",
        abstract: "Show the poster of a film, or print the path of its file.",
        discussion: """
            Shows the image in iTerm2, WezTerm, Kitty, Ghostty, and terminals that support Sixel. On other terminals, \
            and in a pipe, prints the path of the file:

              marquee poster imdb:tt6751668
              open "$(marquee poster imdb:tt6751668 --width 780)"
            """
    )

    @OptionGroup var engine: EngineOptions
    @OptionGroup var timeout: TimeoutOption

    @Argument(help: "Any id of the film, or the URL of an image.")
    var film: String

    @Option(help: "What the picture shows: \(ImageKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind = ImageKind.poster.rawValue

    @Option(help: "The minimum width in pixels.")
    var width = 500

    @Option(help: "table or json (default: the image or its path).")
    var format: AnswerFormat?

    func run(kinds: [ProviderKind]) async throws {
        let way = format == .json ? nil : PictureProtocol.ofOutput
        if way == nil, engine.noCache || engine.demo && engine.cacheDir == nil {
            let reason =
                engine.noCache
                ? "--no-cache writes no files; leave it out" : "the demo writes no files; add --cache-dir DIR"
            throw CommandError("the picture has no path: \(reason)", .unavailable)
        }
        let call = OneCall(
            settings: engine.settings,
            kinds: kinds,
            method: "images/get",
            parameters: parameters(withData: way != nil),
            format: format ?? .table
        )
        if format == .json { return try await call.run() }
        let deadline = Deadline(after: timeout.duration, on: SystemEnvironment.current.monotonicClock)
        let image = try await call.answer()["image"]
        if let way, let data = image["data"]?.string { try await show(data, by: way, until: deadline) }
        if let path = image["path"]?.string { try CommandOutput.print(path) }
    }

    private func show(_ data: String, by way: PictureProtocol, until deadline: Deadline) async throws {
        let sequence = await Self.sequence(until: deadline) { () throws(ImageDecodingError) in
            try way.sequence(for: Base64.bytes(data) ?? [], base64: data, room: .roomOnTerminal)
        }
        switch sequence {
        case .success(let sequence): try CommandOutput.print(control: sequence)
        // The file exists anyway, so the command continues.
        case .failure(let error): CommandErrors.write("marquee: the picture is not shown: \(error.message)")
        }
    }

    /// Makes the sequence on a thread of its own, which ends with the process if it takes too long: the decoders cannot
    /// be interrupted.
    private static func sequence(
        until deadline: Deadline,
        _ make: @escaping @Sendable () throws(ImageDecodingError) -> String
    ) async -> Result<String, ImageDecodingError> {
        let (results, result) = AsyncStream.makeStream(of: Result<String, ImageDecodingError>.self)
        do throws(SystemError) {
            try SystemThread.start(stackBytes: 4 << 20) { result.yield(Result(catching: make)) }
        } catch {
            return .failure(ImageDecodingError(message: "\(error)"))
        }
        let alarm = SystemEnvironment.current.monotonicClock.set(after: deadline.remaining) { hasRung in
            if hasRung { result.finish() }
        }
        defer { SystemEnvironment.current.monotonicClock.lift(alarm) }
        for await result in results { return result }
        let message = "decoding it takes longer than \(deadline.limit.shortText); see --timeout"
        return .failure(ImageDecodingError(message: message))
    }

    /// Returns the parameters of the call; the bytes of the picture are requested only to show it on a terminal.
    private func parameters(withData: Bool) -> [String] {
        let isAddress = film.hasPrefix(scalars: "http://") || film.hasPrefix(scalars: "https://")
        let own: GivenParameters = [
            isAddress ? "url" : "id": film, "kind": kind, "width": width, "data": withData, "timeout": timeout.seconds,
        ]
        return own.words
    }
}

struct TrendCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend",
        abstract: "Draw how films did at the box office, day by day.",
        discussion: """
            Prints a chart on a terminal, and the answer of boxOffice/trend as JSON elsewhere:

              marquee trend --from 2026-10-01 --to 2026-10-31 --limit 5
              marquee trend kofic:20183782 --by rank --svg parasite.svg
            """
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption

    @Argument(help: "Ids of films (default: the top films of the last day).")
    var ids: [String] = []

    @Option(help: "The first day, such as 2026-10-01 (default: six days before the last one).")
    var from: String?

    @Option(help: "The last day, such as yesterday (the default).")
    var to: String?

    @Option(help: "The day whose top films are shown (default: the last day).")
    var date: String?

    @Option(help: "The number of top films.")
    var limit: Int?

    @Option(
        help: "The sources of the figures, separated by commas; the first one with figures is used.",
        completion: .custom(Completions.providers)
    )
    var providers: String?

    @Option(help: "What to draw: audience, sales, or rank.")
    var by = TrendMeasure.audience

    @Option(help: "Write the chart as SVG to this file.", completion: .file())
    var svg: String?

    @Flag(help: "Overwrite the file.")
    var force = false

    func run(kinds: [ProviderKind]) async throws {
        if let svg { try OutputFile(path: svg).check(isForced: force) }
        var call = options.call("boxOffice/trend", parameters.words, as: ["trend"] + ids, kinds: kinds)
        call.measure = by
        guard let svg else { return try await call.run() }
        let picture = TrendPicture(chart: TrendChart(try await call.answer(), by: by)).text
        try FileSystem.local.write(Array(picture.utf8), svg).get()
    }

    private var parameters: GivenParameters {
        let list = ids.isEmpty ? nil : JSONValue.array(ids.map(JSONValue.string)).jsonText
        return [
            "ids": list, "from": from, "to": to, "date": date, "limit": limit, "providers": providers,
            "timeout": timeout.seconds,
        ]
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

    private var exists: Bool {
        switch FileSystem.local.read(path, 0) {
        case .success: true
        case .failure(let failure): failure.reason == .tooLarge(limit: 0) || FileFacts.of(path)?.kind == .file
        }
    }
}
