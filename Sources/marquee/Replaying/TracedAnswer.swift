import JSON

/// An answer of the server: a result or an error for an id.
struct TracedAnswer {
    /// As it was written, so `1` and `"1"` are two.
    let id: String
    let content: JSONElement

    /// The answers in a message: several in that of a batch, none in a notification.
    static func all(in message: JSONElement) -> [TracedAnswer] {
        let items = message.kind == .array ? Array(message.elements) : [message]
        return items.compactMap { item in
            guard let id = item["id"], item["result"] != nil || item["error"] != nil else { return nil }
            return TracedAnswer(id: String(decoding: id.text, as: UTF8.self), content: item)
        }
    }
}
