import JSON
import ProviderLanguage

/// An answer of a child process: a line of its output.
struct ChildReply: Sendable {
    let id: Int
    let result: Result<JSONElement, ChildFailure>

    /// The answer that a line is; `nil` where it is none.
    init?(_ line: [UInt8], limits: JSONLimits) {
        let root: JSONElement
        do {
            root = try JSONDocument(line, limits: limits).root
        } catch {
            return nil
        }
        guard root["jsonrpc"]?.string == "2.0", root["method"] == nil, let id = root["id"]?.int else { return nil }
        self.id = id
        if let result = root["result"] {
            self.result = .success(result)
        } else if let error = root["error"].flatMap(ChildError.init) {
            result = .failure(.refused(error))
        } else {
            return nil
        }
    }
}

extension ChildError {
    /// The error object of an answer.
    fileprivate init?(_ element: JSONElement) {
        guard let code = element["code"]?.int else { return nil }
        self.init(code: code, message: element["message"]?.string ?? "no message")
        kind = element["data"]?["kind"]?.string.flatMap(FaultKind.init)
        retryAfterSeconds = element["data"]?["retryAfterSeconds"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    }
}
