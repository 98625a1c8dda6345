import JSON
import MovieDomain

/// The `params` of a call, looked at as a whole before its members are read.
struct ParameterObject {
    /// Members that belong to the protocols and may stand in the parameters of every method.
    private static let ofTheProtocols: Set<String> = ["workDoneToken", "partialResultToken", "_meta"]

    private let object: JSONElement?

    /// Takes an object whose members are all among `known`, or nothing at all.
    ///
    /// - Throws: ``InvalidParameters`` for an array and for a member that no parameter has the name of.
    init(_ params: JSONElement?, known: [String]) throws(InvalidParameters) {
        object = params
        guard let params, !params.isNull else { return }
        guard params.kind == .object else {
            throw InvalidParameters(
                "the parameters must be one object, by name, not an array",
                hint: ParameterObject.form(of: known)
            )
        }
        for member in params.members where !known.contains(member.name) {
            guard !ParameterObject.ofTheProtocols.contains(member.name) else { continue }
            throw ParameterObject.unknown(member.name, known: known)
        }
    }

    subscript(name: String) -> JSONElement? {
        object?[name]
    }

    /// Whether the caller wants something of the protocol too, such as progress.
    static func hasMembersOfTheProtocols(_ params: JSONElement?) -> Bool {
        params?.members.contains { ofTheProtocols.contains($0.name) } ?? false
    }

    private static func unknown(_ name: String, known: [String]) -> InvalidParameters {
        let shown = String(name.prefix(64))
        return InvalidParameters(
            "there is no parameter \"\(shown)\"",
            field: shown,
            hint: NearestName.hint(for: name, among: known) ?? form(of: known)
        )
    }

    private static func form(of known: [String]) -> String {
        known.isEmpty ? "This method takes no parameters." : "The parameters are: \(known.joined(separator: ", "))."
    }
}
