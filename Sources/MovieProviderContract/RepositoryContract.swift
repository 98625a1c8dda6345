public import MovieDomain

/// What every repository keeps, whatever it is made of.
///
/// Run it from a test of any framework: each function throws ``Breach`` with the rule that is broken.
///
/// ```swift
/// try await RepositoryContract(shelf, idNamespace: "shelf", words: "lighthouse", knownID: "12").check()
/// ```
public struct RepositoryContract: Sendable {
    /// A rule that a repository does not keep.
    public struct Breach: Error, Sendable, Hashable, CustomStringConvertible {
        /// The rule, in a sentence.
        public var rule: String
        /// What was found instead.
        public var found: String

        public var description: String { "\(rule); found: \(found)" }
    }

    private let repository: any MovieRepository
    private let idNamespace: String
    private let words: String
    private let knownID: String
    private let unknownID: String

    /// - Parameters:
    ///   - repository: asked for what its profile names, and once for everything else.
    ///   - idNamespace: the name space of the ids that it looks films up by; the provider's own where it is `nil`.
    ///   - words: a search that has at least two hits, for repositories that search.
    ///   - knownID: the id of a film that it has.
    ///   - unknownID: an id that it does not have.
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

    /// Every rule that concerns the repository's operations, one after the other.
    ///
    /// - Throws: ``Breach`` of the first that is broken.
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

    /// A search finds films, each with a title and an id.
    public func checkSearch() async throws(Breach) {
        let films = try await films(Question(.search, words: words, count: 20), "a search that has hits is answered")
        if films.count < 2 { throw Breach(rule: "the known words find at least two films", found: "\(films.count)") }
        try checkFilms(films)
    }

    /// Words that are in no title find an empty page, not a failure.
    public func checkNothingFound() async throws(Breach) {
        let rule = "a search without hits is an empty page"
        switch await answer(to: Question(.search, words: "qzxj wvkq zzzzzzzz", count: 20)) {
        case .success(let list) where list.movies.isEmpty: return
        case .success(let list): throw Breach(rule: rule, found: "\(list.movies.count) films")
        // Some providers say of a search that nothing was found; it means the same.
        case .failure(let error) where error.kind == .notFound: return
        case .failure(let error): throw Breach(rule: rule, found: "\(error.kind.rawValue): \(error.message)")
        }
    }

    /// A window holds at most as many films as are wanted, and two windows side by side are the one of both.
    public func checkWindow(of capability: Capability) async throws(Breach) {
        let rule = "\(capability.rawValue): windows side by side are one"
        let both = try await films(Question(capability, words: words, count: 2), rule)
        let first = try await films(Question(capability, words: words, count: 1), rule)
        let second = try await films(Question(capability, words: words, offset: 1, count: 1), rule)
        guard both.count <= 2, first.count <= 1, second.count <= 1 else {
            throw Breach(
                rule: "\(capability.rawValue): no more films than are wanted",
                found: "\(first.count) and \(second.count) of 1, \(both.count) of 2"
            )
        }
        if (first + second).map(\.ids) != both.map(\.ids) {
            throw Breach(rule: rule, found: "\((first + second).map(\.titleText)) and \(both.map(\.titleText))")
        }
        try checkFilms(both)
    }

    /// The same question has the same answer, also when it is asked eight times at once.
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

    /// A film that the provider has is found by its id, and no other one.
    public func checkLookup() async throws(Breach) {
        let films = try await films(lookup(knownID), "a known film is found by its id")
        guard films.count == 1, films[0].ids[idNamespace] == knownID else {
            throw Breach(rule: "a look-up gives the film of the id", found: "\(films.map(\.ids))")
        }
        try checkFilms(films)
    }

    /// Of a film that it does not have it says so.
    public func checkUnknownFilm() async throws(Breach) {
        switch await answer(to: lookup(unknownID)) {
        case .failure(let error) where error.kind == .notFound: return
        case let other: throw Breach(rule: "a film that it does not have is 'not_found'", found: "\(other)")
        }
    }

    /// Films that go with a film have titles and ids, too, and come once.
    public func checkRelated(_ capability: Capability) async throws(Breach) {
        let question = Question(capability, ids: [idNamespace: knownID], count: 5)
        try checkFilms(try await films(question, "\(capability.rawValue) of a known film is answered"))
    }

    /// What the provider cannot do is 'unsupported', never an empty list.
    public func checkUnsupported() async throws(Breach) {
        for capability in Question.capabilities where !repository.profile.capabilities.contains(capability) {
            switch await answer(to: anyQuestion(capability)) {
            case .failure(let error) where error.kind == .unsupported: continue
            case let other:
                throw Breach(rule: "\(capability.rawValue), which it has not, is 'unsupported'", found: "\(other)")
            }
        }
    }

    /// A call that is cancelled ends.
    public func checkCancellation() async throws(Breach) {
        guard let capability = Question.capabilities.first(where: repository.profile.capabilities.contains) else {
            return
        }
        let question = anyQuestion(capability)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await answer(to: question) }
            group.cancelAll()
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

    // MARK: Asking

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
        do throws(ProviderError) {
            return .success(try await question.ask(repository))
        } catch {
            return .failure(error)
        }
    }
}

/// What a repository may be asked for by itself, with what any of the questions needs.
private struct Question: Sendable {
    static let capabilities: [Capability] = [
        .search, .list, .trending, .lookup, .similar, .recommendations, .dailyBoxOffice, .weeklyBoxOffice,
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

    /// The films of the answer; one of a look-up.
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
        // People are no films: what is left is that the question is answered or refused.
        case .peopleSearch:
            _ = try await repository.people(PeopleQuery(text: words, window: window), in: CallContext())
            return MovieList(movies: [])
        case .person:
            _ = try await repository.person(PersonQuery(ids: ids), in: CallContext())
            return MovieList(movies: [])
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
