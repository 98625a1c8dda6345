import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

struct CallCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Make one call and print the answer: a table on a terminal, JSON elsewhere.",
        discussion: """
            The parameters are a JSON object, or NAME=VALUE pairs:

              marquee call movies/search '{"query": "Parasite", "year": 2019}'
              marquee call movies/search query=Parasite year=2019

            With -, the object is read from standard input.
            """
    )

    private static let largestInput = 64 << 20

    @Argument(help: "The method, such as boxOffice/daily.", completion: .list(Completions.methods))
    var method: String

    @Argument(help: "Its parameters.", completion: .custom(Completions.parameters))
    var parameters: [String] = []
    @OptionGroup var options: CallOptions

    /// Whether its words are parameters, and not those of some other command.
    var isReadable: Bool {
        do {
            if parameters != ["-"] { _ = try CallParameters(parameters, of: method) }
            return true
        } catch {
            return false
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        var parameters = parameters
        if parameters == ["-"] {
            let bytes = try InputFile(path: "-").read(atMost: Self.largestInput)
            guard let text = String(validating: bytes, as: UTF8.self), text.contains(where: { !$0.isWhitespace }) else {
                throw CommandError("standard input: expected a JSON object with the parameters", .usage)
            }
            parameters = [text]
        }
        var call = CommandCall(settings: options.engine.settings, kinds: kinds, method: method, format: options.format)
        call.fields = options.fieldNames
        call.usesPager = !options.noPager
        call.parameters = try CallParameters(parameters, of: method).element
        try await call.run()
    }
}

/// The parameters of `marquee call`, from one JSON object or from `NAME=VALUE` pairs.
struct CallParameters {
    let element: JSONElement?

    init(_ words: [String], of method: String) throws {
        guard let first = words.first else {
            element = nil
            return
        }
        let isObject = words.count == 1 && first.drop(while: \.isWhitespace).hasPrefix(scalars: "{")
        element = try isObject ? CallParameters.object(first) : CallParameters.pairs(words, of: method)
    }

    private static func object(_ text: String) throws -> JSONElement {
        do {
            return try JSONDocument(text, limits: .ofFiles).root
        } catch {
            throw CommandError("the parameters are not JSON: \(error)", .usage)
        }
    }

    /// Each value gets the type that the method declares: `limit=5` is a number, `query=2012` is text, and
    /// `providers=kofic,yts` is a list.
    private static func pairs(_ words: [String], of method: String) throws -> JSONElement {
        let declared = MethodDeclaration.named(method)?.parameters ?? []
        var members: [JSONValue.Member] = []
        for word in words {
            guard let equals = word.firstIndex(scalar: "="), equals > word.startIndex else {
                let required = declared.filter(\.isRequired)
                let meant = words.count == 1 && required.count == 1 ? required.first : nil
                var meantLine = meant.map { ["call", method, "\($0.name)=\(word)"] }
                // `call search parasite`
                if Marquee.subcommand(method) != nil { meantLine = [method] + words }
                let line = meantLine.map { "; did you mean: " + CommandSuggestion.line($0) }
                throw ValidationError(
                    "expected NAME=VALUE or one JSON object, found '\(word.printable)'" + (line ?? "").printable
                )
            }
            let name = String(word[..<equals])
            guard !members.contains(where: { $0.name == name }) else {
                throw ValidationError("'\(name.printable)' is given twice")
            }
            let text = String(word[word.index(after: equals)...])
            let shape = declared.first { $0.name == name }?.schema.shape
            members.append(JSONValue.Member(name, JSONValue(text, as: shape)))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes).root
    }
}

extension JSONLimits {
    /// For what the user's own files and answers hold, which may be long.
    static let ofFiles = JSONLimits(maximumBytes: .max)
}

enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv, tsv, ids
}

/// The formats of what has no rows.
enum PageFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
}
