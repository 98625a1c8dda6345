import JSON
import MovieDomain

/// The `params` of a call, looked at as a whole before its members are read.
struct ParameterObject {
    /// Whether a member belongs to the protocols and may stand in the parameters of every method; lengths first, which is
    /// quick.
    private static func isOfTheProtocols(_ name: String) -> Bool {
        switch name.utf8.count {
        case 5: name == "_meta"
        case 13: name == "workDoneToken"
        case 18: name == "partialResultToken"
        default: false
        }
    }

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
        guard params.count > 0 else { return }
        for (name, _) in params.members where !known.contains(name) {
            guard !ParameterObject.isOfTheProtocols(name) else { continue }
            throw ParameterObject.unknown(name, known: known)
        }
    }

    subscript(name: String) -> JSONElement? {
        object?[name]
    }

    /// Whether the caller wants something of the protocol too, such as progress.
    static func hasMembersOfTheProtocols(_ params: JSONElement?) -> Bool {
        params?.members.contains { isOfTheProtocols($0.name) } ?? false
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
