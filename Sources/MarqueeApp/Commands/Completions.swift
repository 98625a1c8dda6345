import MovieDomain
import MovieService
import Platform
import ProviderLanguage

/// The completions of arguments; the shell drops those that do not begin with the typed text.
enum Completions {
    static let methods = MethodDeclaration.all.map(\.name)

    /// The parameters of the method among the words: `NAME=`, or `NAME=VALUE` for each value of a choice or a Boolean.
    @Sendable
    static func parameters(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let method = MethodDeclaration.all.first(where: { words.contains($0.name) }) else { return [] }
        return method.parameters.flatMap { parameter in
            switch parameter.schema.shape {
            case .choice(let values): values.map { "\(parameter.name)=\($0)" }
            case .boolean: ["\(parameter.name)=true", "\(parameter.name)=false"]
            default: ["\(parameter.name)="]
            }
        }
    }

    /// The providers of the definitions in force; none if these cannot be used.
    @Sendable
    static func providers(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let named = words.firstIndex(of: "--config").map { words.index(after: $0) }
        let file = named.flatMap { words.indices.contains($0) ? words[$0] : nil }
        do throws(StartError) {
            return try RunContext(EngineSettings()).configuration(named: file).providers.map(\.id)
        } catch {
            return []
        }
    }

    /// The keys of `providers.yaml`.
    @Sendable
    static func keys(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        LanguageReference().allNames
    }
}
