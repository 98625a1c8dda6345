import HTTPModel

extension HTTPResponse {
    /// An answer with a text for its body.
    static func text(
        _ body: String,
        status: Int = 200,
        headers: [(String, String)] = [("Content-Type", "application/json")]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
    }
}

extension HTTPRequest {
    /// The fields of the query as they go over the wire: `page=2`.
    var fields: [String] { query.map { "\($0.name)=\($0.value.revealed())" } }

    /// The value of the first field with a name, as it goes over the wire.
    func field(_ name: String) -> String? {
        query.first { $0.name == name }?.value.revealed()
    }
}
