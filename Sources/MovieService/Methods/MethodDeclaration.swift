package import JSON
package import JSONRPC
import MovieAggregation
import MovieDomain
import Platform

/// One method; dispatch, parameter checks, OpenRPC, the reference, and `marquee call` all use this declaration.
package struct MethodDeclaration: Sendable {
    /// Makes the value of the answer; a connection has it written, and a caller of this process reads it as it is.
    enum Handler: Sendable {
        /// Runs on the reading thread, so that it overtakes slow calls.
        case immediate(@Sendable (JSONElement?, MethodContext) throws(ServiceError) -> any WireObject)
        /// Runs in a task, because it waits for sources or files.
        case suspending(@Sendable (JSONElement?, MethodContext) async throws(ServiceError) -> any WireObject)
    }

    /// What a method does with the user's library.
    package enum LibraryEffect: Sendable {
        case none
        case reads
        /// It removes nothing, and a repeated call changes nothing more.
        case adds
        case changes

        package var isChange: Bool { self == .adds || self == .changes }
    }

    /// What `library/undo` takes back of the calls of a method, in words: `removed bookmarks`.
    package struct Undo: Sendable, ExpressibleByStringLiteral {
        package let words: String
        /// Whether only calls that remove something are taken back; the method records these itself.
        package let isOfRemovals: Bool

        package init(stringLiteral words: String) { (self.words, isOfRemovals) = (words, false) }

        private init(ofRemovals words: String) { (self.words, isOfRemovals) = (words, true) }

        static func ofRemovals(_ words: String) -> Undo { Undo(ofRemovals: words) }
    }

    /// The name as `noun/verb`.
    package let name: String
    /// The parameters in the order of the documents.
    package let parameters: [ParameterDescription]
    package let effect: LibraryEffect
    /// `nil` if no call of the method is taken back.
    package let undo: Undo?
    /// What is said where there was nothing to remove; `nil` if that is as it should be.
    package let unchanged: String?
    let handler: Handler
    private let asksSources: Bool

    /// The tokens that make a difference to the method.
    var tokens: [ParameterDescription] {
        guard asksSources else { return [] }
        let names = [SearchResult.component.name, MovieAnswer.component.name, BoxOfficeResult.component.name]
        let hasParts = names.contains(result.component.name)
        return (hasParts ? ProgressToken.allCases : [.workDone]).map(\.description)
    }

    private let result: any WireObject.Type
    private let words: MethodWords

    /// What the method does, in one sentence.
    package var summary: String { words.summary }
    var description: String { words.description() }
    var example: MethodExample { words.example() }
    package var resultSchema: Schema { result.wireSchema }
    /// What other programs read of an answer as rows; `nil` if it has none.
    var table: AnswerTable? { (result as? any Tabular.Type)?.table }
    /// The name of the result in lower camel case: `moviesResult`.
    var resultName: String { result.component.name.prefix(1).lowercased() + result.component.name.dropFirst() }
    var failures: [ServiceError.Kind] {
        [.invalidParams] + words.failures + (effect == .none ? [] : [.library])
            + (asksSources ? ServiceError.Kind.ofSources : [])
    }

    /// Declares a method that asks sources; `handler` gets the parameters' values in order, and `timeout` limits it.
    init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        summary: String,
        description: @escaping @autoclosure @Sendable () -> String = "",
        effect: LibraryEffect = .none,
        undo: Undo? = nil,
        unchanged: String? = nil,
        failures: [ServiceError.Kind] = [],
        example: @escaping @autoclosure @Sendable () -> MethodExample,
        parameters: repeat Parameter<each Value>,
        asking handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceError) -> Result
    ) {
        let words = MethodWords(summary: summary, description: description, failures: failures, example: example)
        self.init(name, words, effect, (undo, unchanged), repeat each parameters, timeout: callTimeout, handler)
    }

    /// Declares a method that waits, but not for sources.
    init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        summary: String,
        description: @escaping @autoclosure @Sendable () -> String = "",
        effect: LibraryEffect = .none,
        undo: Undo? = nil,
        unchanged: String? = nil,
        failures: [ServiceError.Kind] = [],
        example: @escaping @autoclosure @Sendable () -> MethodExample,
        parameters: repeat Parameter<each Value>,
        suspending handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceError) -> Result
    ) {
        let words = MethodWords(summary: summary, description: description, failures: failures, example: example)
        self.init(name, words, effect, (undo, unchanged), repeat each parameters, timeout: nil, handler)
    }

    private init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        _ words: MethodWords,
        _ effect: LibraryEffect,
        _ change: (undo: Undo?, unchanged: String?),
        _ parameters: repeat Parameter<each Value>,
        timeout: Parameter<Duration?>?,
        _ handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceError) -> Result
    ) {
        let parameters = (repeat each parameters)
        var descriptions = MethodDeclaration.descriptions(repeat each parameters)
        if let timeout { descriptions += MethodDeclaration.descriptions(timeout) }
        let names = descriptions.map(\.name)
        self.name = name
        self.words = words
        self.effect = effect
        (undo, unchanged) = change
        self.parameters = descriptions
        asksSources = timeout != nil
        result = Result.self
        self.handler = .suspending { params, context async throws(ServiceError) in
            let object = try ParameterObject(params, known: names, settings: context.services.access.settings)
            let values = (repeat try (each parameters).value(in: object))
            var context = context
            if let timeout { context.timeLimit = try timeout.value(in: object) }
            let deadline = effect == .none ? nil : try context.startDeadline()
            let result: Swift.Result<Result, ServiceError> = await Deadline.$ofCall.withValue(deadline) { [context] in
                do throws(ServiceError) {
                    return .success(try await handler(context, repeat each values))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }

    /// Declares a method that is answered at once.
    init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        summary: String,
        description: @escaping @autoclosure @Sendable () -> String = "",
        example: @escaping @autoclosure @Sendable () -> MethodExample,
        parameters: repeat Parameter<each Value>,
        immediate handler: @escaping @Sendable (MethodContext, repeat each Value) throws(ServiceError) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        words = MethodWords(summary: summary, description: description, failures: [], example: example)
        self.parameters = descriptions
        effect = .none
        (undo, unchanged) = (nil, nil)
        asksSources = false
        result = Result.self
        self.handler = .immediate { params, context throws(ServiceError) in
            let object = try ParameterObject(params, known: names)
            let values = (repeat try (each parameters).value(in: object))
            return try handler(context, repeat each values)
        }
    }

    /// Refuses parameters that the method does not have; the error names only those in `shown`.
    package func check(_ params: JSONElement?, showing shown: [String]) throws(RPCError) {
        do throws(ServiceError) {
            _ = try ParameterObject(params, known: parameters.map(\.name), showing: shown)
        } catch {
            throw RPCError(error)
        }
    }

    private static func descriptions<each Value>(_ parameters: repeat Parameter<each Value>) -> [ParameterDescription] {
        var list: [ParameterDescription] = []
        for parameter in repeat each parameters { list += parameter.descriptions }
        return list
    }

    /// Writes long results one after another, beside the threads of Swift tasks, which answer the other calls meanwhile.
    static let longWriting = WorkerThreads(1, stackBytes: 4 << 20)
}

/// The parameter of every method that asks sources.
private let callTimeout = Parameter<Duration?>.optional(
    "timeout",
    ParameterKind<Double>.number(0.001...3_600).map { .seconds($0) }.showing(2.5),
    "The seconds after which the call answers with what it has. `deadline` in `providers.yaml` is the upper limit."
)

/// The words of a method, for the documents.
private struct MethodWords: Sendable {
    let summary: String
    /// Made on demand, as the example is, because it may be about other methods.
    let description: @Sendable () -> String
    /// How it can fail, besides with `invalid_params`, and as the library and sources do.
    let failures: [ServiceError.Kind]
    /// Made on demand, because it would slow the start down.
    let example: @Sendable () -> MethodExample
}

/// One call with its answer, written by the encoders of real answers.
struct MethodExample {
    let name: String
    let parameters: [JSONValue.Member]
    let result: any WireValue

    init(_ name: String, _ parameters: KeyValuePairs<String, JSONValue>, result: some WireValue) {
        self.name = name
        self.parameters = parameters.map { JSONValue.Member($0.key, $0.value) }
        self.result = result
    }
}

extension MethodDeclaration {
    /// Every method, in the order of the documents.
    package static let all: [MethodDeclaration] = [
        boxOfficeDaily, boxOfficeWeekly, boxOfficeTrend,
        moviesSearch, moviesSuggest, moviesIdentify, moviesList, moviesTrending, moviesGet, moviesRelated, imagesGet,
        collectionsGet, creditsList, peopleSearch, peopleGet,
        matchesList, matchesPin, matchesSplit, matchesForget,
        historyList, historyRemove, historyClear,
        bookmarksList, bookmarksAdd, bookmarksRemove, bookmarksOffers, bookmarksUpcoming,
        cardsList, cardsStats, cardsPut, cardsRemove,
        listsList, listsFilms, listsAdd, listsRemove, listsRename, listsDelete,
        libraryGet, libraryChanges, libraryExport, libraryImport, libraryUndo, libraryIdentify, libraryRefresh,
        libraryWatch,
        vocabularyList, providersList, providersStatus, providersReload, providersWatch,
        cacheStats, cacheClear, cacheWatch, ping, discover,
    ]

    package static func named(_ name: String) -> MethodDeclaration? { all.first { $0.name == name } }

    static let ping = MethodDeclaration(
        "ping",
        summary: "Answers at once.",
        description: "Calls that wait for a source do not delay it.",
        example: MethodExample("check that the server answers", [:], result: Pong()),
        immediate: { _ in Pong() }
    )

    static let discover = MethodDeclaration(
        "rpc.discover",
        summary: "Describes every method as an OpenRPC document.",
        example: MethodExample(
            "the head of the document",
            [:],
            result: [
                "openrpc": .string(OpenRPCDocument.specificationVersion),
                "info": ["title": "marquee", "version": "1.0.0"], "methods": [],
            ] as JSONValue
        ),
        immediate: { context in context.services.document }
    )
}

private struct Pong: WireObject {
    static let wire = WireDescription<Pong>("Pong", "An empty object, as in MCP.", [])
    static var wireSchema: Schema { wire.schema }
}
