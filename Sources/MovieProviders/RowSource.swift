package import JSON
import MovieDomain
import ProviderLanguage

/// Gives the rows of one provider, over HTTP or from a program; a ``ProviderRepository`` makes films of them.
protocol RowSource: Sendable {
    /// The parts of a film that have operations of their own.
    var parts: Set<Capability> { get }

    func rows(_ request: RowRequest, in context: CallContext) async throws(ProviderError) -> RowPage

    /// What it means that none of several rows can be read: that is no empty list.
    func unreadable(_ count: Int, of operation: Capability) -> ProviderError

    /// Adds what is known of the source itself.
    func add(to health: inout ProviderHealth)
}

/// What a repository asks of its source.
struct RowRequest: Sendable {
    var operation: Capability
    var values: [Input: InputValue] = [:]
    var ids: [String: String] = [:]
    var languages: [String] = []
    /// `nil` is everything that one walk through the pages gives.
    var window: RowWindow?
    /// What the source must not pass over in silence, where it can tell.
    var filters: [RequestedFilter] = []
    /// How long the period that is asked for has been over at the source; `nil` for what has no period.
    var secondsSincePeriod: Int?
}

/// The rows that a source gave.
struct RowPage {
    var rows: [DocumentRow]
    var totalItems: Int?
    var hasMore: Bool?
    var freshness = Freshness.live
    /// Reads these rows.
    var mapper: RowMapper
    /// The ids of the request that the source took.
    var ids: [String: String]
    /// The id name space under which the whole record is looked up; `nil` where this is the whole record.
    var leadsTo: String?
    /// Whether the year of the request was passed over.
    var ignoresYear: Bool
}

/// One row of an answer, and the answer that it stands in (paths may begin at its root).
package struct DocumentRow: Sendable {
    let element: JSONElement
    let root: JSONElement

    package init(element: JSONElement, root: JSONElement) {
        self.element = element
        self.root = root
    }
}
