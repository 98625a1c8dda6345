public import MovieDomain

/// The rules that every repository must follow, however it is implemented.
///
/// Run the contract from a test in any framework: each function throws a ``Breach`` with the broken rule.
///
/// ```swift
/// try await RepositoryContract(shelf, idNamespace: "shelf", words: "lighthouse", knownID: "12").check()
/// ```
public struct RepositoryContract: Sendable {
    /// A rule that a repository breaks.
    public struct Breach: Error, Sendable, Hashable, CustomStringConvertible {
        /// The rule, as a sentence.
        public var rule: String
        /// The result found instead.
        public var found: String

        public var description: String { "\(rule); found: \(found)" }
    }

    private let repository: any MovieRepository
    private let idNamespace: String
    private let words: String
    private let knownID: String
    private let unknownID: String

    /// Creates the contract for a repository.
    ///
    /// - Parameters:
    ///   - repository: The repository, which is asked for the capabilities in its profile, and once for each other one.
    ///   - idNamespace: The namespace of the ids by which it looks films up; `nil` means that of the provider.
    ///   - words: A search with at least two hits, for repositories that search.
    ///   - knownID: The id of a film that the repository has.
    ///   - unknownID: An id that the repository does not have.
    public init(
        _ repository: any MovieRepository,
        idNamespace: String? = nil,
        words: String,
        knownID: String,
        unknownID: String = "0"
    ) {
        self.repository = repository
        self.idNamespace = idNamespace ?? repository.profile.id.rawValue
        self.words = words
        self.knownID = knownID
        self.unknownID = unknownID
    }

    /// Checks every rule that applies to the repository, one after the other.
    ///
    /// - Throws: A ``Breach`` for the first broken rule.
    public func check() async throws(Breach) {
        let capabilities = repository.profile.capabilities
        try await checkUnsupported()
        if capabilities.contains(.search) {
            try await checkSearch()
            try await checkNothingFound()
        }
        for capability in [Capability.search, .list, .trending, .charts] where capabilities.contains(capability) {
            try await checkWindow(of: capability)
            try await checkRepeats(of: capability)
        }
        if capabilities.contains(.lookup) {
            try await checkLookup()
            try await checkUnknownFilm()
        }
        for capability in [Capability.similar, .recommendations] where capabilities.contains(capability) {
            try await checkRelated(capability)
        }
        try await checkCancellation()
    }

    /// Checks that a search finds films, each with a title and an id.
    public func checkSearch() async throws(Breach) {
        let films = try await films(Question(.search, words: words, count: 20), "a search that has hits is answered")
        if films.count < 2 { throw Breach(rule: "the known words find at least two films", found: "\(films.count)") }
        try checkFilms(films)
    }

    /// Checks that words that are in no title find an empty page and do not fail.
    public func checkNothingFound() async throws(Breach) {
        let rule = "a search without hits is an empty page"
        switch await answer(to: Question(.search, words: "qzxj wvkq zzzzzzzz", count: 20)) {
        case .success(let list) where list.movies.isEmpty: return
        case .success(let list): throw Breach(rule: rule, found: "\(list.movies.count) films")
        // Some providers report a search without hits as not found, which is allowed.
        case .failure(let error) where error.kind == .notFound: return
        case .failure(let error): throw Breach(rule: rule, found: "\(error.kind.rawValue): \(error.message)")
        }
    }

    /// Checks that a window holds no more films than requested, and that two adjacent windows equal one of both.
    ///
    /// `capability` is one that lists films: `search`, `list`, `trending`, or `charts`.
    public func checkWindow(of capability: Capability) async throws(Breach) {
        let rule = "\(capability.rawValue): adjacent windows make one"
        let both = try await films(Question(capability, words: words, count: 2), rule)
        let first = try await films(Question(capability, words: words, count: 1), rule)
        let second = try await films(Question(capability, words: words, offset: 1, count: 1), rule)
        guard both.count <= 2, first.count <= 1, second.count <= 1 else {
            throw Breach(
                rule: "\(capability.rawValue): no more films than were asked for",
                found: "\(first.count) and \(second.count) of 1, \(both.count) of 2"
            )
        }
        if (first + second).map(\.ids) != both.map(\.ids) {
            throw Breach(rule: rule, found: "\((first + second).map(\.titleText)) and \(both.map(\.titleText))")
        }
        try checkFilms(both)
    }

    /// Checks that equal questions have equal answers, even if eight are asked at once.
    ///
    /// `capability` is one that lists films: `search`, `list`, `trending`, or `charts`.
    public func checkRepeats(of capability: Capability) async throws(Breach) {
        let question = Question(capability, words: words, count: 5)
        let answers = await withTaskGroup(of: Result<MovieList, ProviderError>.self) { group in
            for _ in 0..<8 { group.addTask { await answer(to: question) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for answer in answers where answer != answers[0] {
            throw Breach(rule: "\(capability.rawValue): equal questions have equal answers", found: "\(answer)")
        }
        if case .failure(let error) = answers[0] {
            throw Breach(rule: "\(capability.rawValue): eight calls at once are answered", found: error.message)
        }
    }

    /// Checks that a known film, and no other one, is found by its id.
    public func checkLookup() async throws(Breach) {
        let films = try await films(lookup(knownID), "a known film is found by its id")
        guard films.count == 1, films[0].ids[idNamespace] == knownID else {
            throw Breach(rule: "a lookup returns the film with the id", found: "\(films.map(\.ids))")
        }
        try checkFilms(films)
    }

    /// Checks that an unknown film is reported as not found.
    public func checkUnknownFilm() async throws(Breach) {
        switch await answer(to: lookup(unknownID)) {
        case .failure(let error) where error.kind == .notFound: return
        case let other: throw Breach(rule: "a film that it does not have is 'not_found'", found: "\(other)")
        }
    }

    /// Checks that related films have titles and ids, and that none is repeated.
    ///
    /// `capability` is `similar` or `recommendations`.
    public func checkRelated(_ capability: Capability) async throws(Breach) {
        let question = Question(capability, ids: [idNamespace: knownID], count: 5)
        try checkFilms(try await films(question, "\(capability.rawValue) of a known film is answered"))
    }

    /// Checks that a missing capability is reported as 'unsupported', never as an empty list.
    public func checkUnsupported() async throws(Breach) {
        for capability in Question.capabilities where !repository.profile.capabilities.contains(capability) {
            switch await answer(to: anyQuestion(capability)) {
            case .failure(let error) where error.kind == .unsupported: continue
            case let other:
                throw Breach(rule: "\(capability.rawValue), which it lacks, is 'unsupported'", found: "\(other)")
            }
        }
    }

    /// Checks that a cancelled call ends, however it ends.
    public func checkCancellation(within patience: Duration = .seconds(60)) async throws(Breach) {
        guard let capability = Question.capabilities.first(where: repository.profile.capabilities.contains) else {
            return
        }
        let question = anyQuestion(capability)
        // A task group would wait for a call that does not end.
        let (endings, ending) = AsyncStream.makeStream(of: Bool.self)
        let call = Task {
            _ = await answer(to: question)
            ending.yield(true)
        }
        call.cancel()
        let limit = Task {
            try await Task.sleep(for: patience)
            ending.yield(false)
        }
        for await hasEnded in endings {
            limit.cancel()
            if hasEnded { return }
            throw Breach(rule: "a cancelled call ends", found: "\(capability.rawValue) runs on after \(patience)")
        }
    }

    private func checkFilms(_ films: [MovieFacts]) throws(Breach) {
        for film in films {
            if film.titleText.isEmpty { throw Breach(rule: "every film has a title", found: "\(film.ids) has none") }
            if film.ids.isEmpty { throw Breach(rule: "every film has an id", found: "'\(film.titleText)' has none") }
            if film.ids.values.contains("") { throw Breach(rule: "no id is empty", found: "\(film.ids)") }
        }
        let ids = films.map(\.ids)
        if Set(ids).count != ids.count { throw Breach(rule: "no film comes twice", found: "\(ids)") }
    }

    // MARK: Questions

    private func lookup(_ id: String) -> Question { Question(.lookup, ids: [idNamespace: id]) }

    private func anyQuestion(_ capability: Capability) -> Question {
        Question(capability, words: words, ids: [idNamespace: knownID])
    }

    private func films(_ question: Question, _ rule: String) async throws(Breach) -> [MovieFacts] {
        switch await answer(to: question) {
        case .success(let list): return list.movies
        case .failure(let error): throw Breach(rule: rule, found: "\(error.kind.rawValue): \(error.message)")
        }
    }

    private func answer(to question: Question) async -> Result<MovieList, ProviderError> {
        await Result { () async throws(ProviderError) in try await question.ask(repository) }
    }
}

/// A question for a single repository, with all values that any kind of question needs.
private struct Question: Sendable {
    static let capabilities: [Capability] = [
        .search, .list, .trending, .charts, .lookup, .similar, .recommendations, .dailyBoxOffice, .weeklyBoxOffice,
        .peopleSearch, .person, .collection,
    ]

    let capability: Capability
    let words: String
    let ids: [String: String]
    let window: RowWindow

    init(_ capability: Capability, words: String = "", ids: [String: String] = [:], offset: Int = 0, count: Int = 1) {
        self.capability = capability
        self.words = words
        self.ids = ids
        window = RowWindow(offset: offset, count: count)
    }

    /// Returns the films of the answer; for a lookup, one film.
    func ask(_ repository: any MovieRepository) async throws(ProviderError) -> MovieList {
        switch capability {
        case .search:
            return try await repository.search(SearchQuery(text: words, window: window), in: CallContext()).value
        case .list, .trending:
            var query = ListQuery(window: window)
            query.trending = capability == .trending ? .day : nil
            return try await repository.list(query, in: CallContext()).value
        case .lookup, .credits, .images, .videos, .releases, .watch:
            return MovieList(movies: [try await repository.lookup(LookupQuery(ids: ids), in: CallContext()).value])
        case .similar, .recommendations:
            let kind: RelatedQuery.Kind = capability == .similar ? .similar : .recommended
            return try await repository.related(RelatedQuery(kind: kind, ids: ids, window: window), in: CallContext())
                .value
        case .charts:
            var query = ListQuery(window: window)
            query.kind = .popular
            return try await repository.list(query, in: CallContext()).value
        // People are not films, so it only matters whether the question is answered or refused.
        case .peopleSearch:
            _ = try await repository.people(PeopleQuery(text: words, window: window), in: CallContext())
            return MovieList(movies: [])
        case .person:
            _ = try await repository.person(PersonQuery(ids: ids), in: CallContext())
            return MovieList(movies: [])
        case .collection:
            let collection = try await repository.collection(CollectionQuery(ids: ids), in: CallContext())
            return MovieList(movies: collection.value.films)
        case .dailyBoxOffice, .weeklyBoxOffice:
            let span: BoxOfficeSpan = capability == .dailyBoxOffice ? .day : .week
            let boxOffice = try await repository.boxOffice(BoxOfficeQuery(span: span), in: CallContext()).value
            return MovieList(movies: boxOffice.rows.map(\.movie))
        }
    }
}

extension MovieFacts {
    fileprivate var titleText: String { title?.text ?? "" }
}
