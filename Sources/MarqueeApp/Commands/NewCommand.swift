import ArgumentParser
import DefinitionTools
import HTTPModel
import MovieDomain
import MovieHTTP
import MovieProviders
import Platform

struct NewCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Propose a definition, with a first test, from one response of an API.",
        discussion: """
            The response is fetched from a URL or read from a file. Parts of the URL that look like a search term, a \
            page, or an id become inputs. Parts that look like a key become environment variables and are not written \
            to a file:

              marquee new 'https://api.example.org/search?q=parasite' -o films.yaml
              marquee new --header 'X-Key: …' https://api.example.org/films
              marquee new --data '{"search": "parasite"}' https://api.example.org/find
              marquee new answer.json

            With --add, the definition comes to your providers.yaml, of which nothing else changes. You see it first, and \
            the file as it was is kept beside it. A FILE that is a definition already is added as it is:

              marquee new --add 'https://api.example.org/search?q=parasite'
              marquee new --add films.yaml
            """
    )

    @Option(name: [.short, .customLong("output")], help: "The file to write (default: stdout).", completion: .file())
    var output: String?

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    @Flag(help: "Add the definition to your providers.yaml.")
    var add = false

    @Flag(name: .shortAndLong, help: "With --add, say yes without being asked.")
    var yes = false

    @Option(name: .customLong("id"), help: "The provider's id (default: derived from the host name).")
    var provider: String?

    @Option(name: .customLong("header"), help: "A header of the request, 'NAME: VALUE'. You can repeat this option.")
    var headers: [String] = []

    @Option(help: "JSON to post to the URL; the proposed operation posts it as well.")
    var data: String?

    @Option(
        help: "The operation that the response answers (default: guessed).",
        completion: .list(Capability.allCases.map(\.rawValue))
    )
    var operation: String?

    @Option(help: "The path of the rows in the response (default: guessed).")
    var rows: String?

    @Option(help: "The name or the path of the title in a row (default: guessed).")
    var title: String?

    @Option(
        help: "The encoding of the response, if it is not UTF-8 and its headers do not name it.",
        completion: .list(TextEncoding.names)
    )
    var charset: String?

    @Argument(help: "A URL, or a file with a response.", completion: .file())
    var sample: String

    func validate() throws {
        if add, output != nil || force {
            throw ValidationError("--add writes your providers.yaml, and takes no --output or --force")
        }
        if yes, !add { throw ValidationError("--yes belongs to --add") }
        if let provider, !Self.isID(provider) {
            throw ValidationError(
                "--id: expected a lowercase letter, then lowercase letters, digits, '-' and '_', found '\(provider)'"
            )
        }
        if let operation, Capability(rawValue: operation) == nil {
            let known = Capability.allCases.map(\.rawValue)
            let hint = NearestName.nearest(to: operation, among: known).map { "did you mean \($0)?" }
            throw ValidationError(
                "--operation: there is no '\(operation)'; \(hint ?? "known: " + known.joined(separator: ", "))"
            )
        }
        if let charset, TextEncoding(named: charset) == nil {
            throw ValidationError(
                "--charset: expected one of \(TextEncoding.names.joined(separator: ", ")), found '\(charset)'"
            )
        }
        for header in headers where !header.contains(scalars: ":") {
            throw ValidationError("--header: expected 'NAME: VALUE'")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        if add { return try await addDefinition(kinds) }
        if let output { try OutputFile(path: output).check(isForced: force) }
        try write(try await propose())
    }

    private func addDefinition(_ kinds: [ProviderKind]) async throws {
        let file = try DefinitionFile(RunContext(EngineSettings(), kinds: kinds))
        if !isAddress, [".yaml", ".yml"].contains(where: sample.lowercased().hasSuffix) {
            guard provider == nil else {
                throw CommandError("--id: \(sample) has its ids already; change them there", .usage)
            }
            let bytes = try InputFile(path: sample).read(atMost: ConfigurationLocator.maximumBytes)
            return try file.add(String(decoding: bytes, as: UTF8.self), named: sample, yes: yes)
        }
        let draft = try await propose()
        for finding in draft.findings { CommandErrors.write(finding) }
        let answer = draft.answerFile.map { (name: $0, bytes: draft.answer) }
        let text = isAddress ? draft.text : Self.withoutRequests(draft.text)
        try file.add(text, named: "the definition", answer: answer, renaming: "--id", yes: yes)
    }

    /// Returns a definition without an address; it is disabled until you fill in the address.
    private static func withoutRequests(_ text: String) -> String {
        let title = "    title: "
        guard let place = text.firstRange(scalars: title) else { return text }
        let line = "    enabled: false # until its address is filled in\n"
        return text[..<place.lowerBound] + line + text[place.lowerBound...]
    }

    private var isAddress: Bool {
        ["http://", "https://"].contains { sample.lowercased().hasPrefix(scalars: $0) }
    }

    private func propose() async throws -> DefinitionDraft {
        guard isAddress else {
            if sample.contains(scalars: "://") {
                throw CommandError("expected an address that begins with https://, or a file, found \(sample)", .usage)
            }
            let bytes = try InputFile(path: sample).read(atMost: DefinitionTestRun.maximumBytes)
            return try DefinitionDraft(
                sample: bytes,
                statedCharset: charset.flatMap { TextEncoding(named: $0)?.name },
                id: provider,
                choices: choices,
                answerFile: answerFile
            )
        }
        let request = try SampleRequest(url: sample, headers: headers.compactMap(Self.header), data: data)
        let response = try await CommandNetwork(environment: .current).answer(to: request)
        CommandErrors.write("\(request.shownURL): \(response.status), \(response.body.count) bytes")
        guard (200..<300).contains(response.status) else {
            let found = "HTTP status \(response.status)" + (request.words(of: response).map { ": \($0)" } ?? "")
            throw CommandError("expected a successful answer, found \(found)", .unavailable)
        }
        guard response.status != 202 else {
            let words = request.words(of: response).map { ": \($0)" } ?? ""
            throw CommandError(
                "the API answers later: HTTP status 202\(words). Ask again until it has films; in the definition, "
                    + "'errors' with retry: true does so",
                .unavailable
            )
        }
        return try DefinitionDraft(
            sample: response.body,
            charset: response.charset,
            statedCharset: charset.flatMap { TextEncoding(named: $0)?.name },
            headers: response.headers,
            request: request,
            id: provider,
            choices: choices,
            answerFile: answerFile
        )
    }

    private var choices: DraftChoices {
        DraftChoices(operation: operation.flatMap(Capability.init(rawValue:)), rows: rows, title: title)
    }

    /// The name of the file for the whole answer, beside the definition; `nil` if that is written to stdout.
    private var answerFile: ((String, String) -> String)? {
        if add { return { id, format in "tests/\(id).\(format)" } }
        guard let output, !output.hasPrefix(scalars: "/dev/") else { return nil }
        let name = output.split(scalar: "/").last.map(String.init) ?? output
        let stem = name.lastIndex(scalar: ".").map { String(name[..<$0]) } ?? name
        return { _, format in "tests/\(stem).\(format)" }
    }

    private func write(_ draft: DefinitionDraft) throws {
        for finding in draft.findings { CommandErrors.write(finding) }
        guard let output else {
            CommandOutput.write(String(draft.text.dropLast()))
            return
        }
        if let name = draft.answerFile {
            let path = FileSystem.path(of: name, beside: output)
            try OutputFile(path: path).check(isForced: force)
            try SystemEnvironment.current.files.write(draft.answer, path).get()
        }
        try SystemEnvironment.current.files.write(Array(draft.text.utf8), output).get()
        let next = ["check", "test"].map { CommandSuggestion.line([$0, output]) }.joined(separator: "; ")
        CommandErrors.write("wrote \(output.printable); next: \(next)")
    }

    private static func isID(_ text: String) -> Bool {
        text.first.map { ("a"..."z").contains($0) } == true
            && text.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" }
    }

    private static func header(_ text: String) -> (name: String, value: String)? {
        let parts = text.split(scalar: ":", maxSplits: 1)
        guard let name = parts.first else { return nil }
        let value = parts.dropFirst().first.map { $0.drop(while: \.isWhitespace) } ?? ""
        return (String(name), String(value))
    }
}

extension DraftFailure: CommandFailure {
    var exitCode: ExitCode { .dataError }
}

extension ProviderError: CommandFailure {
    var exitCode: ExitCode { .unavailable }
}
