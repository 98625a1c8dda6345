/// HTTP statuses that a rule is about: `401`, or `5xx` for all of a hundred.
enum StatusPattern: Hashable, Sendable {
    case exactly(Int)
    case hundred(Int)

    init?(_ text: String) {
        if text.count == 3, text.hasSuffix("xx"), let digit = Int(text.prefix(1)), (1...5).contains(digit) {
            self = .hundred(digit)
        } else if let status = Int(text), (100...599).contains(status) {
            self = .exactly(status)
        } else {
            return nil
        }
    }

    func matches(_ status: Int) -> Bool {
        switch self {
        case .exactly(let wanted): status == wanted
        case .hundred(let digit): status / 100 == digit
        }
    }
}
