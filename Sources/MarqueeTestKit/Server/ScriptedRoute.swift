/// Which requests a script answers: by method, path, and a part of the query.
package struct ScriptedRoute: Sendable, Hashable, ExpressibleByStringLiteral {
    /// `nil` is every method.
    package var method: String?
    /// As sent; `*` is every path.
    package var path: String
    /// Fields that must be there, decoded; others may be.
    package var query: [String: String]

    package init(_ path: String, method: String? = nil, query: [String: String] = [:]) {
        self.path = path
        self.method = method
        self.query = query
    }

    package init(stringLiteral path: String) {
        self.init(path)
    }

    func matches(_ request: ReceivedRequest) -> Bool {
        guard method == nil || method == request.method else { return false }
        guard path == "*" || path == request.path else { return false }
        let fields = request.query
        return query.allSatisfy { name, value in fields.contains { $0.name == name && $0.value == value } }
    }
}
