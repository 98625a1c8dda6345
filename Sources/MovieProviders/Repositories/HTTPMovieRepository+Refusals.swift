import MovieDomain
import ProviderLanguage

extension HTTPMovieRepository {
    /// The first alternative of an operation that takes one of the ids.
    func operation(
        _ name: OperationName,
        takingOneOf ids: [String: String]? = nil
    ) throws(SourceFailure) -> OperationDefinition {
        let alternatives = definition.operations[name] ?? []
        let fitting = alternatives.first { alternative in
            ids.map { ids in alternative.nameSpaces.contains { ids[$0] != nil } } ?? true
        }
        guard let fitting else {
            let taken = alternatives.flatMap(\.nameSpaces).joined(separator: ", ")
            throw unsupported(
                alternatives.isEmpty ? "the source has no \(name.rawValue)" : "\(name.rawValue) takes ids of \(taken)"
            )
        }
        return fitting
    }

    /// Refuses a wish that the source would pass over: its answer would look as if it were to what was asked.
    func check(_ wishes: [Wish], of operation: OperationDefinition, _ inputs: TemplateInputs) throws(SourceFailure) {
        guard let ignored = wishes.first(where: { !operation.takes($0.input, of: inputs) }) else { return }
        throw unsupported("\(operation.name.rawValue) of this source takes no \(ignored.words)")
    }

    /// That the source does not know the film.
    func hasNone(_ asked: [String: String]) -> SourceFailure {
        let ids = asked.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return SourceFailure(
            .notFound,
            provider: profile.id,
            message: "the source has no film \(ids.joined(separator: ", "))"
        )
    }

    /// That the source tells of a film that nobody asked for.
    func answeredOther(_ film: MovieFacts, than asked: [String: String]) -> SourceFailure {
        let pairs = asked.sorted { $0.key < $1.key }.compactMap { namespace, id in
            film.ids[namespace].map { "\(namespace):\($0) where \(namespace):\(id) was asked for" }
        }
        return SourceFailure(
            .malformed,
            provider: profile.id,
            message: "the source answered with \(pairs.joined(separator: ", "))"
        )
    }

    private func unsupported(_ message: String) -> SourceFailure {
        SourceFailure(.unsupported, provider: profile.id, message: message)
    }
}
