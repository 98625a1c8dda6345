import HTTPModel
import MovieDomain

/// A review that warns about valid but probably mistaken definitions: a search without its query, films without ids.
///
/// Only `marquee check` performs this review, because none of the warnings keeps a provider from working.
package struct DefinitionReview {
    private let providers: [ProviderDefinition]
    /// The known id namespaces: those that all sources share, the names of providers, and those that a lookup takes.
    private let known: Set<String>

    private static let shared: Set<String> = ["imdb", "tmdb", "thetvdb", "tvdb", "wikidata", "isan", "eidr"]

    package init(_ configuration: Configuration, bundled: [BundledDefinition]) {
        providers = configuration.providers
        known = Self.shared.union(bundled.map(\.id)).union(providers.map(\.id))
            .union(providers.flatMap { $0.http.map { Self.lookedUp($0) } ?? [] })
    }

    package var warnings: [Diagnostic] {
        providers.flatMap { provider in
            (provider.http?.operations ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { _, alternatives in
                alternatives.flatMap { requestWarnings($0) + itemWarnings($0, of: provider) }
            }
        }
    }

    // MARK: Requests

    private func requestWarnings(_ operation: OperationDefinition) -> [Diagnostic] {
        let places = operation.places
        var problems: [String] = []
        if [.search, .peopleSearch].contains(operation.name),
            !places.contains(where: { if case .input(.query) = $0 { true } else { false } })
        {
            let place = "query: { q: \"${input.query}\" }"
            problems.append("${input.query}: every search asks for the same; a place for it is \(place)")
        }
        if !operation.namespaces.isEmpty, !places.contains(where: { if case .id = $0 { true } else { false } }) {
            let place = "${input.ids.\(operation.namespaces[0])}"
            problems.append("an id: every film asks for the same; a place for it is \(place)")
        }
        return problems.map { problem in
            Diagnostic(.warning, at: operation.location, "'\(operation.name.rawValue)' never uses \(problem)")
        }
    }

    // MARK: Items

    private func itemWarnings(_ operation: OperationDefinition, of provider: ProviderDefinition) -> [Diagnostic] {
        let singles = operation.item.fields.filter(\.takesOneOfSeveral).map { field in
            Diagnostic(
                .warning,
                at: field.location ?? operation.location,
                "'\(field.field.rawValue)': 'each' gives several values, of which only the first is taken; "
                    + "did you mean 'first_of', or then: [{ join: \", \" }]?"
            )
        }
        return singles + idWarnings(operation, of: provider)
    }

    /// Returns warnings about ids: without one, a film of a list cannot be looked up anywhere.
    private func idWarnings(_ operation: OperationDefinition, of provider: ProviderDefinition) -> [Diagnostic] {
        guard let film = operation.item.film else { return [] }
        let isList = !operation.name.takesID || operation.name.isPaged
        let ids = film.fields.filter { $0.field == .ids }
        guard !ids.isEmpty else {
            let problem =
                "the films of '\(operation.name.rawValue)' have no 'ids', so none can be looked up; "
                + "a place for one is ids: { \(provider.id): id }"
            // A caller that passes an id already has one.
            return isList ? [Diagnostic(.warning, at: film.location ?? operation.location, problem)] : []
        }
        let unknown = ids.filter { !known.contains($0.namespace) }.map { field in
            let near = NearestName.nearest(to: field.namespace, among: known.sorted())
            let remedy = near.map { "did you mean '\($0)'?" } ?? "a place for it is 'by' of the operation 'lookup'"
            let problem = "'ids': no lookup takes ids of '\(field.namespace)'; \(remedy)"
            return Diagnostic(.warning, at: field.location ?? operation.location, problem)
        }
        let taken = provider.http.map { Self.lookedUp($0) } ?? []
        guard isList, unknown.isEmpty, !taken.isEmpty, ids.allSatisfy({ !taken.contains($0.namespace) }) else {
            return unknown
        }
        let given = ids.map(\.namespace).joined(separator: ", ")
        let problem =
            "'ids': the provider's own lookup takes none of these (\(given)), only "
            + "\(taken.sorted().joined(separator: ", ")); a place for it is its 'by'"
        return [Diagnostic(.warning, at: ids[0].location ?? operation.location, problem)]
    }

    private static func lookedUp(_ definition: HTTPDefinition) -> Set<String> {
        Set(definition.operations[.lookup]?.flatMap(\.namespaces) ?? [])
    }
}

extension ItemMapping {
    /// The item of the film: itself, or that of a row of the box office.
    fileprivate var film: ItemMapping? {
        if kind == .movie { return self }
        for case .nested(let nested) in parts where nested.field == .movie { return nested.item }
        return nil
    }
}

extension FieldMapping {
    /// Whether a field for one value collects the values of several paths, without a transform that makes them one.
    fileprivate var takesOneOfSeveral: Bool {
        guard case .each(let paths) = source, paths.count > 1, !type.isList else { return false }
        return !options.transforms.contains { transform in
            switch transform {
            case .join, .at: true
            default: false
            }
        }
    }
}

extension OperationDefinition {
    /// All template parts of the request.
    fileprivate var places: [Template.Part] {
        path.parts + query.flatMap(\.value.places) + headers.flatMap(\.value.parts) + (body?.places ?? [])
    }
}
