import HTTPModel
import JSON
import MovieDomain
import ProviderLanguage

/// A film source that is asked over HTTP as its definition says.
struct HTTPMovieRepository: MovieRepository {
    let profile: ProviderProfile
    let definition: HTTPDefinition
    private let languages: [String]
    private let runner: HTTPRowSource
    private let calendar: ProviderCalendar
    let tally: MappingTally

    /// The configured order of languages is for calls that want none in particular.
    init(
        profile: ProviderProfile,
        definition: HTTPDefinition,
        languages: [String],
        runner: HTTPRowSource,
        calendar: ProviderCalendar
    ) {
        self.profile = profile
        self.definition = definition
        self.languages = languages
        self.runner = runner
        self.calendar = calendar
        tally = MappingTally()
    }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        let operation = try operation(query.span == .day ? .dailyBoxOffice : .weeklyBoxOffice)
        let date = query.date ?? calendar.lastCompleteDate(of: query.span)
        let inputs = inputs(CallInputs.values(of: query, date: date), languages: [])
        try check(RequestedFilter.all(of: query), of: operation, inputs)
        let period = query.span.period(holding: date)
        let outcome = try await runner.run(
            operation,
            inputs: inputs,
            window: nil,
            secondsSincePeriod: calendar.secondsSinceEnd(of: period.to),
            in: context
        )
        let rows = try readable(boxOfficeRows(outcome.rows, by: operation, inputs, context), outcome.rows, operation)
            .enumerated()
            .sorted { ($0.element.figures.rank, $0.offset) < ($1.element.figures.rank, $1.offset) }
            .map(\.element)
        let boxOffice = BoxOffice(
            period: period,
            rows: query.limit.map { Array(rows.prefix(max(0, $0))) } ?? rows
        )
        return ProviderAnswer(boxOffice, freshness: outcome.freshness)
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        let operation = try operation(.search)
        let inputs = inputs(CallInputs.values(of: query), languages: query.languages)
        guard let year = query.year, !operation.takes(.year, of: inputs) else {
            return try await films(operation, inputs, query.window, context)
        }
        return try await films(operation, inputs, query.window, context) { $0.mayBeOf(year: year) }
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let operation = try operation(query.trending == nil ? .list : .trending)
        let inputs = inputs(CallInputs.values(of: query), languages: query.languages)
        try check(RequestedFilter.all(of: query), of: operation, inputs)
        guard let rating = query.minimumRating else { return try await films(operation, inputs, query.window, context) }
        return try await films(operation, inputs, query.window, context) { $0.mayBeRated(atLeast: rating) }
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        let operation = try operation(.lookup, takingOneOf: query.ids)
        let found = try await film(by: operation, query.ids, query, context)
        return await completing(await following(found, from: operation, for: query, context), for: query, context)
    }

    /// The film of these ids as one operation gives it.
    func film(
        by operation: OperationDefinition,
        _ ids: [String: String],
        _ query: LookupQuery,
        _ context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        let inputs = inputs([:], ids: ids, languages: query.languages)
        let outcome = try await runner.run(operation, inputs: inputs, window: nil, in: context)
        let films = try films(outcome.rows, by: operation, inputs, context)
        let asked = ids.filter { operation.namespaces.contains($0.key) }
        guard let film = films.first(where: { !$0.isOther(than: asked) }) else {
            throw films.first.map { answeredOther($0, than: asked) } ?? hasNone(asked)
        }
        return ProviderAnswer(film, freshness: outcome.freshness)
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let name: Capability = query.kind == .similar ? .similar : .recommendations
        let operation = try operation(name, takingOneOf: query.ids)
        return try await films(
            operation,
            inputs([:], ids: query.ids, languages: query.languages),
            query.window,
            context
        )
    }
}

extension HTTPMovieRepository {
    /// The films of a window, without those that `isWanted` turns down.
    private func films(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ window: RowWindow,
        _ context: CallContext,
        where isWanted: ((MovieFacts) -> Bool)? = nil
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let outcome = try await runner.run(operation, inputs: inputs, window: window, in: context)
        let films = try readable(films(outcome.rows, by: operation, inputs, context), outcome.rows, operation)
        let wanted = isWanted.map { films.filter($0) } ?? films
        let list = MovieList(
            movies: wanted,
            // The source counted those that were turned down here, too.
            totalItems: wanted.count == films.count ? outcome.totalItems : nil,
            hasMore: outcome.hasMore
        )
        return ProviderAnswer(list, freshness: outcome.freshness)
    }

    private func inputs(
        _ values: [Input: InputValue],
        ids: [String: String] = [:],
        languages wanted: [String]
    ) -> TemplateInputs {
        let wanted = wanted.isEmpty ? languages : wanted
        var values = values
        if !wanted.isEmpty { values[.languages] = .texts(wanted) }
        return TemplateInputs(values: values, ids: ids, locale: definition.locales.locale(for: wanted))
    }

    /// What rows tell of; several rows of which not one can be read are no empty list.
    private func readable<Value>(
        _ values: [Value],
        _ rows: [DocumentRow],
        _ operation: OperationDefinition
    ) throws(ProviderError) -> [Value] {
        guard values.isEmpty, rows.count > 1 else { return values }
        throw ProviderError(
            .malformed,
            provider: profile.id,
            message: "\(operation.name.rawValue): none of the \(rows.count) rows has what the definition requires",
            hint: "has the API changed? compare the definition's item with an answer"
        )
    }

    private func films(
        _ rows: [DocumentRow],
        by operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ context: CallContext
    ) throws(ProviderError) -> [MovieFacts] {
        let budget = MappingBudget(deadline: context.deadline)
        var mapper = RowMapper(operation.item, inputs: inputs, provider: profile.id, budget: budget)
        let films = rows.compactMap { mapper.movie($0.element, root: $0.root)?.normalized() }
        tally.add(mapper.report, of: operation.name)
        if let excess = mapper.excess { throw excess.failure(of: operation.name, at: profile.id) }
        return films
    }

    private func boxOfficeRows(
        _ rows: [DocumentRow],
        by operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ context: CallContext
    ) throws(ProviderError) -> [BoxOffice.Row] {
        let budget = MappingBudget(deadline: context.deadline)
        var mapper = RowMapper(operation.item, inputs: inputs, provider: profile.id, budget: budget)
        let rows = rows.compactMap { mapper.boxOfficeRow($0.element, root: $0.root)?.normalized() }
        tally.add(mapper.report, of: operation.name)
        if let excess = mapper.excess { throw excess.failure(of: operation.name, at: profile.id) }
        return rows
    }
}

/// A film source that is a program of its own, which answers in the field names of the language.
///
/// Its child ends when nothing refers to the repository any more: with the last call that a replaced catalogue serves.
final class ProcessMovieRepository: MovieRepository {
    let profile: ProviderProfile
    private let source: ProcessSession
    private let calendar: ProviderCalendar
    private let languages: [String]
    private let log: @Sendable (String) -> Void
    let tally = MappingTally()
    private let noted = NotedNames()

    /// The configured order of languages is for calls that want none in particular.
    init(
        profile: ProviderProfile,
        source: ProcessSession,
        calendar: ProviderCalendar,
        languages: [String],
        log: @escaping @Sendable (String) -> Void
    ) {
        self.profile = profile
        self.source = source
        self.calendar = calendar
        self.languages = languages
        self.log = log
    }

    deinit { source.close() }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        let operation: Capability = query.span == .day ? .dailyBoxOffice : .weeklyBoxOffice
        let date = query.date ?? calendar.lastCompleteDate(of: query.span)
        let answer = try await ask(operation, CallInputs.values(of: query, date: date), languages: [])
        let rows = try map(answer.rows, operation) { $0.boxOfficeRow($1, root: $1)?.normalized() }
            .enumerated()
            .sorted { ($0.element.figures.rank, $0.offset) < ($1.element.figures.rank, $1.offset) }
            .map(\.element)
        let wanted = query.limit.map { Array(rows.prefix(max(0, $0))) } ?? rows
        return ProviderAnswer(BoxOffice(period: query.span.period(holding: date), rows: wanted))
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        try await films(.search, CallInputs.values(of: query), languages: query.languages, query.window) { film in
            query.year.map { film.mayBeOf(year: $0) } ?? true
        }
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let operation: Capability = query.trending == nil ? .list : .trending
        let inputs = CallInputs.values(of: query)
        return try await films(operation, inputs, languages: query.languages, query.window) { film in
            query.minimumRating.map { film.mayBeRated(atLeast: $0) } ?? true
        }
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        let answer = try await ask(.lookup, [:], ids: query.ids, languages: query.languages)
        let films = try map(answer.rows, .lookup) { $0.movie($1, root: $1)?.normalized() }
        guard let film = films.first(where: { !$0.isOther(than: query.ids) }) else {
            let ids = query.ids.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ", ")
            throw films.isEmpty
                ? failure(.notFound, "the source has no film \(ids)")
                : failure(.malformed, "the source answered with another film than \(ids)")
        }
        return ProviderAnswer(film)
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let operation: Capability = query.kind == .similar ? .similar : .recommendations
        return try await films(operation, [:], ids: query.ids, languages: query.languages, query.window) { _ in true }
    }
}

// MARK: - Asking

extension ProcessMovieRepository {
    private func films(
        _ operation: Capability,
        _ inputs: [Input: InputValue],
        ids: [String: String] = [:],
        languages: [String],
        _ window: RowWindow,
        where isWanted: (MovieFacts) -> Bool
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let page = ProcessPage(window)
        var inputs = inputs
        inputs[.page] = .integer(page.number)
        inputs[.limit] = .integer(page.size)
        let answer = try await ask(operation, inputs, ids: ids, languages: languages)
        let cut = page.cut(answer)
        let films = try map(cut.rows, operation) { $0.movie($1, root: $1)?.normalized() }
        let wanted = films.filter(isWanted)
        // The source counted those that were turned down here, too.
        let total = wanted.count == films.count ? answer.total : nil
        return ProviderAnswer(MovieList(movies: wanted, totalItems: total, hasMore: cut.hasMore))
    }

    private func ask(
        _ operation: Capability,
        _ inputs: [Input: InputValue],
        ids: [String: String] = [:],
        languages wanted: [String]
    ) async throws(ProviderError) -> ProcessAnswer {
        guard profile.capabilities.contains(operation) else {
            throw failure(.unsupported, "the source has no \(operation.rawValue)")
        }
        var inputs = inputs
        let wanted = wanted.isEmpty ? languages : wanted
        if !wanted.isEmpty { inputs[.languages] = .texts(wanted) }
        let result: JSONElement
        do throws(ChildFailure) {
            result = try await source.ask("provider/\(operation.rawValue)", ProcessInputs.json(inputs, ids: ids))
        } catch {
            throw source.failure(error, profile.id)
        }
        guard let answer = ProcessAnswer(result) else {
            throw failure(.malformed, "\(operation.rawValue): the answer has no list 'rows'")
        }
        return answer
    }

    /// The rows as what they tell of; several rows of which not one can be read are no empty list.
    private func map<Value>(
        _ rows: [JSONElement],
        _ operation: Capability,
        _ make: (inout RowMapper, JSONElement) -> Value?
    ) throws(ProviderError) -> [Value] {
        var mapper = RowMapper(canonicalRowsOf: profile.id)
        let values = rows.compactMap { row -> Value? in
            note(CanonicalRow.unknownNames(in: row, of: operation.itemKind), operation)
            return make(&mapper, row)
        }
        tally.add(mapper.report, of: operation)
        if let excess = mapper.excess { throw excess.failure(of: operation, at: profile.id) }
        guard values.isEmpty, rows.count > 1 else { return values }
        throw failure(.malformed, "\(operation.rawValue): none of the \(rows.count) rows can be read")
    }

    /// Tells once of each name that is no field: whoever wrote it meant something.
    private func note(_ names: [String], _ operation: Capability) {
        for name in names where noted.isNew(name) {
            let nearest = NearestName.nearest(to: name, among: operation.itemKind.fields.map(\.rawValue))
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            log("\(operation.rawValue): rows have no field '\(name.prefix(60))'\(hint)")
        }
    }

    private func failure(_ kind: ProviderError.Kind, _ message: String) -> ProviderError {
        ProviderError(kind, provider: profile.id, message: message)
    }
}

extension ProcessMovieRepository: MappingCounting, ProcessMonitoring {
    var mappingCounts: MappingCounts { MappingCounts(tally.current) }

    func addProcess(to health: inout ProviderHealth) { source.add(to: &health) }
}
