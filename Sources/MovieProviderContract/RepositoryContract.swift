public import MovieProviders

/// What every film source must keep, ours and a stranger's, whatever it is made of.
///
/// Run it from a test of any framework: each function throws ``Breach`` with the rule that is broken.
///
/// ```swift
/// let contract = FilmSourceContract(source, operations: [.search, .lookup], idNameSpace: "shelf",
///                                   words: "lighthouse", knownID: "12")
/// try await contract.check()
/// ```
public struct FilmSourceContract: Sendable {
    /// A rule that a source does not keep.
    public struct Breach: Error, Sendable, Hashable, CustomStringConvertible {
        /// The rule, in a sentence.
        public var rule: String
        /// What was found instead.
        public var found: String

        /// Rule and finding, for people.
        public var description: String { "\(rule); found: \(found)" }
    }

    private let source: any FilmSource
    private let operations: Set<FilmOperation>
    private let idNameSpace: String
    private let words: String
    private let knownID: String
    private let unknownID: String

    /// The contract of one source.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - operations: what it says that it can be asked for.
    ///   - idNameSpace: the name space of the ids that it looks films up by.
    ///   - words: a search that has at least two hits, for sources that search.
    ///   - knownID: the id of a film that it has.
    ///   - unknownID: an id that it does not have.
    public init(
        _ source: any FilmSource,
        operations: Set<FilmOperation>,
        idNameSpace: String,
        words: String,
        knownID: String,
        unknownID: String = "0"
    ) {
        self.source = source
        self.operations = operations
        self.idNameSpace = idNameSpace
        self.words = words
        self.knownID = knownID
        self.unknownID = unknownID
    }

    /// Every rule that concerns the source's operations, one after the other.
    ///
    /// - Throws: ``Breach`` of the first that is broken.
    public func check() async throws(Breach) {
        try await checkUnsupported()
        if operations.contains(.search) {
            try await checkSearch()
            try await checkNothingFound()
        }
        for operation in [FilmOperation.search, .list, .trending] where operations.contains(operation) {
            try await checkWindow(of: operation)
            try await checkRepeats(of: operation)
        }
        if operations.contains(.lookup) {
            try await checkLookup()
            try await checkUnknownFilm()
        }
        for operation in [FilmOperation.similar, .recommendations] where operations.contains(operation) {
            try await checkRelated(operation)
        }
        try await checkCancellation()
    }

    /// A search finds films, each with a title and an id.
    public func checkSearch() async throws(Breach) {
        let films = try await films(FilmRequest(.search, text: words, count: 20), "a search that has hits is answered")
        if films.count < 2 { throw Breach(rule: "the known words find at least two films", found: "\(films.count)") }
        try checkFilms(films)
    }

    /// Words that nobody has in a title find an empty page, not a failure.
    public func checkNothingFound() async throws(Breach) {
        let request = FilmRequest(.search, text: "qzxj wvkq zzzzzzzz", count: 20)
        do throws(FilmSourceFailure) {
            let films = try await source.films(for: request).films
            if !films.isEmpty { throw FilmSourceFailure(.upstream, "\(films.count) films") }
        } catch {
            // Some sources say of a search that nothing was found; it means the same.
            if error.kind == .notFound { return }
            throw Breach(
                rule: "a search without hits is an empty page",
                found: "\(error.kind.rawValue): \(error.message)"
            )
        }
    }

    /// A window holds at most as many films as are wanted, and two windows side by side are the one of both.
    public func checkWindow(of operation: FilmOperation) async throws(Breach) {
        let rule = "\(operation.rawValue): windows side by side are one"
        let both = try await films(request(operation, offset: 0, count: 2), rule)
        let first = try await films(request(operation, offset: 0, count: 1), rule)
        let second = try await films(request(operation, offset: 1, count: 1), rule)
        guard both.count <= 2, first.count <= 1, second.count <= 1 else {
            throw Breach(
                rule: "\(operation.rawValue): no more films than are wanted",
                found: "\(first.count) and \(second.count) of 1, \(both.count) of 2"
            )
        }
        if (first + second).map(\.ids) != both.map(\.ids) {
            throw Breach(rule: rule, found: "\((first + second).map(\.title)) and \(both.map(\.title))")
        }
        try checkFilms(both)
    }

    /// The same question has the same answer, also when it is asked eight times at once.
    public func checkRepeats(of operation: FilmOperation) async throws(Breach) {
        let request = request(operation, offset: 0, count: 5)
        let answers = await withTaskGroup(of: Result<FilmPage, FilmSourceFailure>.self) { group in
            for _ in 0..<8 { group.addTask { await answer(to: request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for answer in answers where answer != answers[0] {
            throw Breach(rule: "\(operation.rawValue): equal questions have equal answers", found: "\(answer)")
        }
        if case .failure(let failure) = answers[0] {
            throw Breach(rule: "\(operation.rawValue): eight calls at once are answered", found: failure.message)
        }
    }

    /// A film that the source has is found by its id, and no other one.
    public func checkLookup() async throws(Breach) {
        let films = try await films(lookup(knownID), "a known film is found by its id")
        guard films.count == 1, films[0].ids[idNameSpace] == knownID else {
            throw Breach(rule: "a look-up gives the film of the id", found: "\(films.map(\.ids))")
        }
        try checkFilms(films)
    }

    /// Of a film that it does not have it says so.
    public func checkUnknownFilm() async throws(Breach) {
        switch await answer(to: lookup(unknownID)) {
        case .failure(let failure) where failure.kind == .notFound: return
        case .success(let page) where page.films.isEmpty: return
        case let other: throw Breach(rule: "a film that it does not have is 'not_found'", found: "\(other)")
        }
    }

    /// Films that go with a film are other ones than it.
    public func checkRelated(_ operation: FilmOperation) async throws(Breach) {
        let films = try await films(
            FilmRequest(operation, ids: [idNameSpace: knownID], count: 5),
            "\(operation.rawValue) of a known film is answered"
        )
        try checkFilms(films)
    }

    /// What the source cannot do is 'unsupported', never an empty page.
    public func checkUnsupported() async throws(Breach) {
        for operation in FilmOperation.allCases where !operations.contains(operation) {
            var request = request(operation, offset: 0, count: 1)
            request.ids = [idNameSpace: knownID]
            switch await answer(to: request) {
            case .failure(let failure) where failure.kind == .unsupported: continue
            case let other:
                throw Breach(rule: "\(operation.rawValue), which it has not, is 'unsupported'", found: "\(other)")
            }
        }
    }

    /// A call that is cancelled ends.
    public func checkCancellation() async throws(Breach) {
        guard let operation = FilmOperation.allCases.first(where: operations.contains) else { return }
        var request = request(operation, offset: 0, count: 1)
        request.ids = [idNameSpace: knownID]
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [request] in _ = await answer(to: request) }
            group.cancelAll()
        }
    }

    private func checkFilms(_ films: [Film]) throws(Breach) {
        for film in films {
            if film.title.isEmpty { throw Breach(rule: "every film has a title", found: "\(film.ids) has none") }
            if film.ids.isEmpty { throw Breach(rule: "every film has an id", found: "'\(film.title)' has none") }
            if film.ids.values.contains("") { throw Breach(rule: "no id is empty", found: "\(film.ids)") }
        }
        let ids = films.map(\.ids)
        if Set(ids).count != ids.count { throw Breach(rule: "no film comes twice", found: "\(ids)") }
    }

    private func request(_ operation: FilmOperation, offset: Int, count: Int) -> FilmRequest {
        FilmRequest(operation, text: words, offset: offset, count: count)
    }

    private func lookup(_ id: String) -> FilmRequest {
        FilmRequest(.lookup, ids: [idNameSpace: id], count: 1)
    }

    private func films(_ request: FilmRequest, _ rule: String) async throws(Breach) -> [Film] {
        switch await answer(to: request) {
        case .success(let page): return page.films
        case .failure(let failure): throw Breach(rule: rule, found: "\(failure.kind.rawValue): \(failure.message)")
        }
    }

    private func answer(to request: FilmRequest) async -> Result<FilmPage, FilmSourceFailure> {
        do throws(FilmSourceFailure) {
            return .success(try await source.films(for: request))
        } catch {
            return .failure(error)
        }
    }
}
