import MarqueeTestKit
import Testing

/// A row of the matrix of faults: what a source does, and what a call says of it.
struct UpstreamFault: CustomTestStringConvertible, Sendable {
    /// The row, and what is special about this case of it.
    var name: String
    var place: FaultyPlace
    /// Further lines of the source's definition.
    var more: String
    var status: String
    /// The kind of the source's failure; `nil` where it is none.
    var kind: String?
    /// What its message says, among other things.
    var message: String
    /// What the source's server got of the first call; `nil` where no server can tell.
    var requests: ClosedRange<Int>?

    init(
        _ name: String,
        _ place: FaultyPlace,
        _ status: String,
        _ kind: String?,
        _ message: String = "",
        requests: ClosedRange<Int>? = nil,
        more: String = ""
    ) {
        self.name = name
        self.place = place
        self.more = more
        self.status = status
        self.kind = kind
        self.message = message
        self.requests = requests
    }

    var testDescription: String { name }
}
