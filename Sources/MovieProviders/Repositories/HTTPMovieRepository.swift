import MovieDomain
import ProviderLanguage
import Upstream

/// A film source that is asked over HTTP as its definition says.
struct HTTPMovieRepository: MovieRepository {
    let profile: ProviderProfile
    private let definition: HTTPDefinition
    private let languages: [String]
    private let runner: OperationRunner
    private let calendar: SourceCalendar
    private let tally: MappingTally

    /// - Parameter languages: The configured order of languages, for calls that want none in particular.
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
        let outcome = try await runner.run(operation, inputs: inputs, window: nil)
        let rows = map(outcome.rows, by: operation, inputs)
            .compactMap { BoxOffice.Row($0, provider: profile.id) }
            .sorted { $0.figures.rank < $1.figures.rank }
        let boxOffice = BoxOffice(
            period: query.span.period(holding: date),
            rows: query.limit.map { Array(rows.prefix($0)) } ?? rows
        )
        return SourceAnswer(boxOffice, freshness: outcome.freshness)
    }

    func search(_ query: SearchQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let operation = try operation(.search)
        return try await films(operation, CallInputs.values(of: query), query.window, query.languages)
    }

    func list(_ query: ListQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let operation = try operation(query.trending == nil ? .list : .trending)
        return try await films(operation, CallInputs.values(of: query), query.window, query.languages)
    }

    func lookup(_ query: LookupQuery) async throws(SourceFailure) -> SourceAnswer<MovieFacts> {
        let operation = try operation(.lookup, takingOneOf: query.ids)
        let inputs = inputs([:], ids: query.ids, languages: query.languages)
        let outcome = try await runner.run(operation, inputs: inputs, window: RowWindow(count: 1))
        guard let item = map(outcome.rows, by: operation, inputs).first else {
            let asked = operation.nameSpaces.compactMap { space in query.ids[space].map { "\(space):\($0)" } }
            throw SourceFailure(
                .notFound,
                provider: profile.id,
                message: "the source has no film \(asked.joined(separator: ", "))"
            )
        }
        return SourceAnswer(MovieFacts(item, provider: profile.id), freshness: outcome.freshness)
    }

    func related(_ query: RelatedQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let name: OperationName = query.kind == .similar ? .similar : .recommendations
        let operation = try operation(name, takingOneOf: query.ids)
        return try await films(operation, [:], query.window, query.languages, ids: query.ids)
    }
}

extension HTTPMovieRepository {
    private func films(
        _ operation: OperationDefinition,
        _ values: [Input: InputValue],
        _ window: RowWindow,
        _ languages: [String],
        ids: [String: String] = [:]
    ) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        let inputs = inputs(values, ids: ids, languages: languages)
        let outcome = try await runner.run(operation, inputs: inputs, window: window)
        let movies = map(outcome.rows, by: operation, inputs).map { MovieFacts($0, provider: profile.id) }
        let list = MovieList(movies: movies, totalItems: outcome.totalItems, hasMore: outcome.hasMore)
        return SourceAnswer(list, freshness: outcome.freshness)
    }

    /// The first alternative of an operation that takes one of the ids.
    private func operation(
        _ name: OperationName,
        takingOneOf ids: [String: String]? = nil
    ) throws(SourceFailure) -> OperationDefinition {
        let alternatives = definition.operations[name] ?? []
        let fitting = alternatives.first { alternative in
            ids.map { ids in alternative.nameSpaces.contains { ids[$0] != nil } } ?? true
        }
        guard let fitting else {
            let taken = alternatives.flatMap(\.nameSpaces).joined(separator: ", ")
            throw SourceFailure(
                .unsupported,
                provider: profile.id,
                message: alternatives.isEmpty
                    ? "the source has no \(name.rawValue)" : "\(name.rawValue) takes ids of \(taken)"
            )
        }
        return fitting
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

    private func map(
        _ rows: [DocumentRow],
        by operation: OperationDefinition,
        _ inputs: TemplateInputs
    ) -> [MappedItem] {
        var report = MappingReport()
        let items = rows.compactMap { row in
            operation.item.map(row.element, root: row.root, inputs: inputs, report: &report)
        }
        tally.add(report, of: operation.name)
        return items
    }
}
