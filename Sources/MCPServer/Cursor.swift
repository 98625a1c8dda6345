import JSON
import JSONRPC
import Platform

/// A position in a list: opaque to the client, and validated when it comes back.
struct Cursor: Equatable {
    let list: String
    /// The number of elements before the position.
    let place: Int

    var text: String { "\(list).\(String(place, radix: 36))" }
}

extension Cursor {
    /// The cursor in the parameters; the beginning where there is none.
    init(_ request: MCPRequest, list: String) throws(RPCError) {
        guard let cursor = request.params?["cursor"], !cursor.isNull, cursor.string != "" else {
            self.init(list: list, place: 0)
            return
        }
        guard let text = cursor.string, let known = Cursor(text), known.list == list else {
            throw .invalidParams("Invalid cursor")
        }
        self = known
    }

    /// Returns `nil` for a text that ``text`` does not produce.
    init?(_ text: String) {
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int(parts[1], radix: 36), (0...1_000_000).contains(place) else {
            return nil
        }
        self.init(list: String(parts[0]), place: place)
        guard self.text == text else { return nil }
    }
}
