import JSON
import JSONRPC

/// Where a list goes on: an opaque text for the client, checked when it comes back.
struct Cursor: Equatable {
    let list: String
    /// How many elements come before.
    let place: Int

    var text: String { "\(list).\(String(place, radix: 36))" }
}

extension Cursor {
    /// The cursor in the parameters; the beginning where there is none.
    init(_ request: MCPRequest, list: String) throws(RPCError) {
        guard let cursor = request.params?["cursor"], !cursor.isNull else {
            self.init(list: list, place: 0)
            return
        }
        guard let text = cursor.string, let known = Cursor(text), known.list == list else {
            throw .invalidParams("Invalid cursor")
        }
        self = known
    }

    /// Nil for a text that ``text`` does not give.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int(parts[1], radix: 36), (0...1_000_000).contains(place) else {
            return nil
        }
        self.init(list: String(parts[0]), place: place)
        guard self.text == text else { return nil }
    }
}
