import MovieDomain
import ProviderLanguage
import Upstream

/// A film source that is asked over HTTP as its definition says.
struct HTTPMovieRepository: MovieRepository {
    let profile: ProviderProfile
    let definition: HTTPDefinition
    private let languages: [String]
    private let runner: OperationRunner
    private let calendar: SourceCalendar
    let tally: MappingTally

    /// The configured order of languages is for calls that want none in particular.
    init(
        profile: ProviderProfile,
        definition: HTTPDefinition,
        languages: [String],
        runner: OperationRunner,
        calendar: SourceCalendar
    ) {
        self.profile = profile
        self.definition = definition
        self.languages = languages
        self.runner = runner
        self.calendar = calendar
        tally = MappingTally()
    }

    func boxOffice(_ query: BoxOfficeQuery) async throws(SourceFailure) -> SourceAnswer<BoxOffice> {
        let operation = try operation(query.span == .day ? .dailyBoxOffice : .weeklyBoxOffice)
        let date = query.date ?? calendar.lastCompleteDate(of: query.span)
        let inputs = inputs(CallInputs.values(of: query, date: date), languages: [])
        try check(Wish.all(of: query), of: operation, inputs)
        let period = query.span.period(holding: date)
        let outcome = try await runner.run(
            operation,
            inputs: inputs,
            window: nil,
            secondsSincePeriod: calendar.secondsSinceEnd(of: period.to)
        )
        let rows = try readable(boxOfficeRows(outcome.rows, by: operation, inputs), outcome.rows, operation)
            .enumerated()
            .sorted { ($0.element.figures.rank, $0.offset) < ($1.element.figures.rank, $1.offset) }
            .map(\.element)
        let boxOffice = BoxOffice(
            period: period,
            rows: query.limit.map { Array(rows.prefix(max(0, $0))) } ?? rows
        )
        return SourceAnswer(boxOffice, freshness: outcome.freshness)
    }

    func search(_ query: SearchQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let operation = try operation(.search)
        let inputs = inputs(CallInputs.values(of: query), languages: query.languages)
        guard let year = query.year, !operation.takes(.year, of: inputs) else {
            return try await films(operation, inputs, query.window, purpose: query.purpose)
        }
        return try await films(operation, inputs, query.window, purpose: query.purpose) { $0.mayBeOf(year: year) }
    }

    func list(_ query: ListQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let operation = try operation(query.trending == nil ? .list : .trending)
        let inputs = inputs(CallInputs.values(of: query), languages: query.languages)
        try check(Wish.all(of: query), of: operation, inputs)
        guard let rating = query.minimumRating else { return try await films(operation, inputs, query.window) }
        return try await films(operation, inputs, query.window) { $0.mayBeRated(atLeast: rating) }
    }

    func lookup(_ query: LookupQuery) async throws(SourceFailure) -> SourceAnswer<MovieFacts> {
        let operation = try operation(.lookup, takingOneOf: query.ids)
        let found = try await film(by: operation, query.ids, query)
        return await completing(await following(found, from: operation, for: query), for: query)
    }

    /// The film of these ids as one operation gives it.
    func film(
        by operation: OperationDefinition,
        _ ids: [String: String],
        _ query: LookupQuery
    ) async throws(SourceFailure) -> SourceAnswer<MovieFacts> {
        let inputs = inputs([:], ids: ids, languages: query.languages)
        let outcome = try await runner(for: query.purpose).run(operation, inputs: inputs, window: nil)
        let films = films(outcome.rows, by: operation, inputs)
        let asked = ids.filter { operation.nameSpaces.contains($0.key) }
        guard let film = films.first(where: { !$0.isOther(than: asked) }) else {
            throw films.first.map { answeredOther($0, than: asked) } ?? hasNone(asked)
        }
        return SourceAnswer(film, freshness: outcome.freshness)
    }

    func related(_ query: RelatedQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let name: OperationName = query.kind == .similar ? .similar : .recommendations
        let operation = try operation(name, takingOneOf: query.ids)
        return try await films(operation, inputs([:], ids: query.ids, languages: query.languages), query.window)
    }
}

extension HTTPMovieRepository {
    /// The runner whose requests say how much they matter.
    private func runner(for purpose: CallPurpose) -> OperationRunner {
        var runner = runner
        runner.purpose = RequestPurpose(purpose)
        return runner
    }

    /// The films of a window, without those that `isWanted` turns down.
    private func films(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ window: RowWindow,
        purpose: CallPurpose = .essential,
        where isWanted: ((MovieFacts) -> Bool)? = nil
    ) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let outcome = try await runner(for: purpose).run(operation, inputs: inputs, window: window)
        let films = try readable(films(outcome.rows, by: operation, inputs), outcome.rows, operation)
        let wanted = isWanted.map { films.filter($0) } ?? films
        let list = MovieList(
            movies: wanted,
            // The source counted those that were turned down here, too.
            totalItems: wanted.count == films.count ? outcome.totalItems : nil,
            hasMore: outcome.hasMore
        )
        return SourceAnswer(list, freshness: outcome.freshness)
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
    ) throws(SourceFailure) -> [Value] {
        guard values.isEmpty, rows.count > 1 else { return values }
        throw SourceFailure(
            .malformed,
            provider: profile.id,
            message: "\(operation.name.rawValue): none of the \(rows.count) rows has what the definition requires",
            hint: "has the API changed? compare the definition's item with an answer"
        )
    }

    private func films(
        _ rows: [DocumentRow],
        by operation: OperationDefinition,
        _ inputs: TemplateInputs
    ) -> [MovieFacts] {
        var report = MappingReport()
        let films = operation.films(of: rows, inputs: inputs, provider: profile.id, report: &report)
        tally.add(report, of: operation.name)
        return films
    }

    private func boxOfficeRows(
        _ rows: [DocumentRow],
        by operation: OperationDefinition,
        _ inputs: TemplateInputs
    ) -> [BoxOffice.Row] {
        var report = MappingReport()
        var mapper = RowMapper(operation.item, inputs: inputs)
        let items = rows.compactMap { mapper.item($0.element, root: $0.root, report: &report) }
        tally.add(report, of: operation.name)
        return items.compactMap { BoxOffice.Row($0, provider: profile.id) }
    }
}
