import ArgumentParser
import HTTPModel
import MovieDomain
import MovieHTTP
import MovieProviders
import Platform

/// `marquee new`: proposes a definition from a sample answer.
struct NewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Propose a definition, with a first test, from one answer of an API.",
        discussion: """
            The answer is fetched from a URL or read from a file. What in a URL looks like a search term, a page or an \
            id becomes an input of the definition; what looks like a key becomes a variable of the environment and \
            stands in no file:

              marquee new 'https://api.example.org/search?q=parasite&api_key=…' -o films.yaml
              marquee new --header 'Authorization: Bearer …' https://api.example.org/films
              marquee new answer.json
            """
    )

    @Option(name: [.short, .customLong("output")], help: "Where to write it (standard: stdout).", completion: .file())
    var output: String?

    @Flag(help: "Write it even if there is such a file already.")
    var force = false

    @Option(name: .customLong("id"), help: "The provider's id (standard: made of the host's name).")
    var provider: String?

    @Option(name: .customLong("header"), help: "A header of the request: 'NAME: VALUE'; may be repeated.")
    var headers: [String] = []

    @Argument(help: "A URL, or a file with an answer.", completion: .file())
    var sample: String

    func validate() throws {
        if let provider, !Self.isID(provider) {
            throw ValidationError(
                "--id: expected small letters, digits, '-' and '_' after a letter, came '\(provider)'"
            )
        }
        for header in headers where !header.contains(":") {
            throw ValidationError("--header: expected 'NAME: VALUE'")
        }
    }

    func run() async throws {
        try checkOutput()
        let draft: DefinitionDraft
        do {
            draft = try await propose()
        } catch let failure as DraftFailure {
            StandardError.write("error: \(failure)")
            throw ExitCode.dataError
        } catch let failure as ProviderError {
            StandardError.write("error: \(failure)")
            throw ExitCode.unavailable
        }
        try write(draft)
    }

    private func propose() async throws -> DefinitionDraft {
        let lowered = sample.lowercased()
        guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") else {
            return try DefinitionDraft(sample: try readSample(), id: provider)
        }
        let request = try SampleRequest(url: sample, headers: headers.compactMap(Self.header))
        let response = try await CommandNetwork(environment: .current).answer(to: request)
        StandardError.write("\(request.shownURL): \(response.status), \(response.body.count) bytes")
        guard (200..<300).contains(response.status) else {
            StandardError.write(
                "error: the source answered with HTTP status \(response.status); expected a good answer"
            )
            throw ExitCode.unavailable
        }
        return try DefinitionDraft(sample: response.body, request: request, id: provider)
    }

    /// A file that is there is not the place for a proposal; a terminal or a pipe may be.
    private func checkOutput() throws {
        guard let output, !force else { return }
        if case .failure(let failure) = SystemEnvironment.current.files.read(output, ConfigurationLocator.maximumBytes),
            [.missing, .notRegular].contains(failure.reason)
        {
            return
        }
        StandardError.write("error: \(output) is there already; --force writes it anew")
        throw ExitCode.inputOutput
    }

    private func readSample() throws -> [UInt8] {
        switch SystemEnvironment.current.files.read(sample, DefinitionTestRun.maximumBytes) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            StandardError.write("error: \(failure)")
            throw ExitCode.inputOutput
        }
    }

    private func write(_ draft: DefinitionDraft) throws {
        for finding in draft.findings { StandardError.write(finding) }
        guard let output else {
            StandardOutput.write(String(draft.text.dropLast()))
            return
        }
        if case .failure(let failure) = SystemEnvironment.current.files.write(Array(draft.text.utf8), output) {
            StandardError.write("error: \(failure)")
            throw ExitCode.inputOutput
        }
        StandardError.write("\(output) is written; next: marquee check \(output); marquee test \(output)")
    }

    private static func isID(_ text: String) -> Bool {
        text.first.map { ("a"..."z").contains($0) } == true
            && text.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" }
    }

    private static func header(_ text: String) -> (name: String, value: String)? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard let name = parts.first else { return nil }
        let value = parts.dropFirst().first.map { $0.drop(while: \.isWhitespace) } ?? ""
        return (String(name), String(value))
    }
}
