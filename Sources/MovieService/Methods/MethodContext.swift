package import JSON
import JSONRPC
package import MovieAggregation
import MovieDomain
import Platform
import Synchronization

/// Gives access to the catalogue in force.
package protocol CatalogueAccess: Sendable {
    /// The current catalogue, which the first access creates; `nil`, on every access, if the definitions cannot be used.
    var current: Catalogue? { get }

    /// The first reason why the definitions cannot be used, with its place in them; `nil` if they can be used.
    var problem: String? { get }

    /// What stands in for parameters that a call leaves out, by their names; `nil` if nothing does.
    var settings: JSONElement? { get }

    /// Reads the definitions again. Calls in progress keep the catalogue they began with.
    func reload() async -> ProvidersChange
}

final class MethodServices: Sendable {
    let access: any CatalogueAccess
    let notifications: ClientNotifications
    let document: OpenRPCDocument
    private let firstSuggestion = Mutex<Task<Void, Never>?>(nil)
    private let lateWork = Mutex(0)
    private static let mostLateWork = 8

    init(access: any CatalogueAccess, notifications: ClientNotifications, document: OpenRPCDocument) {
        self.access = access
        self.notifications = notifications
        self.document = document
    }

    /// Does work that a call does not wait for, unless much of it is under way.
    func doLater(_ work: @escaping @Sendable () async -> Void) {
        let isStarted = lateWork.withLock { count in
            if count < Self.mostLateWork { count += 1 } else { return false }
            return true
        }
        guard isStarted else { return }
        // Detached, because it is neither part of the call's action nor under its deadline.
        Task.detached { [self] in
            await work()
            lateWork.withLock { $0 -= 1 }
        }
    }

    /// Runs `prepare` once, before the first suggestion; every call waits until it is done.
    func beforeSuggesting(_ prepare: @escaping @Sendable () async -> Void) async {
        // Not a child of the first call, because other calls wait for it too, and a cancelled call must not end it.
        let preparation = firstSuggestion.withLock { task in
            let preparation = task ?? Task { await prepare() }
            task = preparation
            return preparation
        }
        await preparation.value
    }
}

/// The services and limits of one call.
struct MethodContext: Sendable {
    let services: MethodServices
    let progress: RPCProgress
    /// Reports which sources the call is waiting for, and can end it early; `nil` if no one is watching.
    var watch: CallWatch?
    /// The time limit that the client sets; `nil` if only the configured one applies.
    var timeLimit: Duration?
    /// The sources that the client names; all that are switched on if it names none.
    var providers: [ProviderID] = []
    /// Whether the client asks for films for adults only, too.
    var showsAdult = false
    /// Whether the caller would rather wait for the sources than get what is known: it gets parts of the answer in the
    /// meantime, or asks only once, as a command or an assistant does.
    var waits = true

    /// The current catalogue; a use case takes it once and keeps it.
    var catalogue: Catalogue {
        get throws(ServiceError) {
            guard let catalogue = services.access.current else { throw .noCatalogue(services.access.problem) }
            return catalogue
        }
    }

    /// Returns the value of a check of what the call is about.
    func checked<Value>(_ check: () throws(CallError) -> Value) throws(ServiceError) -> Value {
        do throws(CallError) { return try check() } catch { throw .useCase(error) }
    }

    /// Starts the deadline of a call that runs several use cases.
    func startDeadline() throws(ServiceError) -> Deadline {
        let catalogue = try catalogue
        return Deadline(after: min(catalogue.timeLimit, timeLimit ?? catalogue.timeLimit), on: catalogue.clock)
    }

    /// Returns the catalogue with the user's corrections and bookmarks, and with the time limit of the call.
    func catalogueOfCall() async throws(ServiceError) -> Catalogue {
        var catalogue = await (try catalogue).corrected()
        (catalogue.waitsForTurn, catalogue.watch) = (waits, watch)
        catalogue.showsAdult = catalogue.showsAdult || showsAdult
        do throws(CallError) { catalogue = try catalogue.limited(to: providers) } catch { throw .useCase(error) }
        if let timeLimit { catalogue.timeLimit = min(catalogue.timeLimit, timeLimit) }
        return catalogue
    }

    /// Runs a use case that returns films, as ``ask(_:sourceCount:_:)`` does, and learns from them.
    ///
    /// Images in the answer and in partial answers have the given width. What `search` returns of an answer
    /// with films enters the history.
    func run<Films: FilmUseCase>(
        _ useCase: Films,
        asking providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        imageWidth: Int? = nil,
        remembering search: (@Sendable (Films.Answer) -> String?)? = nil
    ) async throws(ServiceError) -> Films.Answer {
        try await ask(providers, sourceCount: sourceCount) { catalogue, observer async throws(CallError) in
            let sized = observer.map { observer -> PartialAnswer.Observer in
                { observer($0.withImages(atWidth: imageWidth)) }
            }
            var result = try await useCase.run(in: catalogue, onAnswer: sized)
            await catalogue.learn(from: &result)
            if catalogue.remembersSearches, !result.films.isEmpty, let text = search?(result) {
                catalogue.library.remember(text)
            }
            return result.withImages(atWidth: imageWidth)
        }
    }

    /// Gets a film; if it is known with all parts that are asked for, and the caller does not wait, the sources have a
    /// moment to add to it.
    ///
    /// What they say later is there the next time, and in the library.
    func get(_ film: GetMovie, imageWidth: Int?) async throws(ServiceError) -> MovieResult {
        guard !waits, let known = await film.known(in: try await catalogueOfCall()),
            film.include.allSatisfy(known.has)
        else { return try await run(film, imageWidth: imageWidth) }
        return try await getBriefly(film, imageWidth: imageWidth)
    }

    /// Gets what sources say about a film in a moment, and lets them go on.
    func getBriefly(_ film: GetMovie, imageWidth: Int? = nil) async throws(ServiceError) -> MovieResult {
        var (film, brief) = (film, self)
        film.waitsForTurn = false
        brief.timeLimit = min(timeLimit ?? Self.patience, Self.patience)
        let isAnswered = Answered()
        // In time to join the requests that are still under way when the caller gets its answer.
        completeLater(film, after: Self.patience / 2, unless: isAnswered)
        var answer = try await brief.run(film, imageWidth: imageWidth)
        if !answer.sources.contains(where: { $0.failure?.kind == .timeout }) { isAnswered.note() }
        if brief.timeLimit == Self.patience { answer.sources = answer.sources.map(\.stillAsked) }
        return answer
    }

    private static let patience = Duration.milliseconds(400)

    /// Asks the sources about a film for later calls and for the library; a request that is under way is not repeated.
    func completeLater(_ film: GetMovie, after pause: Duration = .zero, unless isAnswered: Answered = Answered()) {
        let silent = MethodContext(services: services, progress: .none)
        services.doLater {
            do {
                if pause > .zero {
                    let isOver = await (try silent.catalogue).clock.sleep(for: pause)
                    if !isOver || isAnswered.isNoted { return }
                }
                var film = film
                film.waitsForTurn = false
                var result = try await film.run(in: try await silent.catalogueOfCall())
                // The film may be in the library since.
                await (try await silent.catalogueOfCall()).learn(from: &result, inBackground: true)
            } catch {
                // The next call about the film says what is wrong.
            }
        }
    }

    /// Looks for the films of names, and notifies the client of how many have been looked for.
    func run(_ names: IdentifyNames, imageWidth: Int?) async throws(ServiceError) -> IdentifiedNames {
        let catalogue = try await catalogueOfCall()
        progress.begin(title: "Identifying \(names.names.count) names", percentage: 0)
        do throws(CallError) {
            var result = try await names.run(in: catalogue) { done, count in
                progress.report(message: "\(done) of \(count) films", percentage: done * 100 / count)
            }
            await catalogue.learn(from: &result)
            return result.withImages(atWidth: imageWidth)
        } catch {
            throw .useCase(error)
        }
    }

    /// Runs a use case, and notifies the client of every source that answers.
    ///
    /// `sourceCount` is the number of sources that will answer, if not all of them do.
    func ask<Result>(
        _ providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(CallError) -> Result
    ) async throws(ServiceError) -> Result {
        let catalogue = try await catalogueOfCall()
        let named = providers.isEmpty ? catalogue.repositories.count : Set(providers).count
        let sources = ProviderProgress(progress, expected: sourceCount ?? named)
        sources.begin()
        do {
            return try await useCase(catalogue, sources.observer)
        } catch {
            throw .useCase(error)
        }
    }
}

/// Whether the sources have answered a call in time.
final class Answered: Sendable {
    private let noted = Mutex(false)

    var isNoted: Bool { noted.withLock(\.self) }

    func note() { noted.withLock { $0 = true } }
}

/// Notifies the client which sources have answered a call, and sends their answers.
private final class ProviderProgress: Sendable {
    private let progress: RPCProgress
    private let expected: Int
    private let answered = Mutex(0)

    init(_ progress: RPCProgress, expected: Int) {
        self.progress = progress
        self.expected = expected
    }

    /// The observer for a use case; `nil` if the client wants neither progress nor partial results.
    var observer: PartialAnswer.Observer? {
        guard progress.isWanted || progress.wantsPartialResults else { return nil }
        return { self.take($0) }
    }

    func begin() {
        progress.begin(title: "Asking \(expected) \(expected == 1 ? "source" : "sources")", percentage: 0)
    }

    private func take(_ answer: PartialAnswer) {
        let isAsked = answer.reports.contains(where: \.isAsked)
        // A source that has nothing, or has failed, is not waited for any more.
        if progress.wantsPartialResults, !answer.films.isEmpty || !answer.isMore && isAsked {
            progress.partial(answer.jsonBytes)
        }
        if answer.isMore { return }
        let count = answered.withLock { count in
            count = min(count + 1, expected)
            return count
        }
        let names = isAsked ? ": " + answer.reports.map(\.provider.rawValue).joined(separator: ", ") : ""
        progress.report(
            message: "\(count) of \(expected) sources\(names)",
            percentage: count * 100 / max(1, expected)
        )
    }
}

extension ProviderReport {
    /// The report of a source that had only a moment, and so has not failed if it did not answer.
    fileprivate var stillAsked: ProviderReport {
        // A source that lets calls wait in vain has a hint.
        guard failure?.kind == .timeout, failure?.hint == nil else { return self }
        var report = self
        report.failure?.message = "\(provider) is still asked; what it says is there the next time"
        report.failure?.retryAfterSeconds = 1
        return report
    }
}
