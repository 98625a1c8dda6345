import JSON
import MovieDomain

/// What a method answers, as it goes over the wire, and what is needed to give it again.
package struct EncodedAnswer: Sendable {
    /// One JSON value.
    package let bytes: [UInt8]
    /// How many of them stand before the comma of the last member, `sources`; `nil` where there is no such member.
    let headCount: Int?
    /// What that member says.
    let reports: [SourceReport]

    /// How many bytes an answer usually needs: a page of films with their details.
    private static let usualBytes = 16_384

    /// An answer that is not kept.
    init(_ result: some JSONEncodable) {
        var writer = JSONWriter(reserving: Self.usualBytes)
        writer.value(result)
        bytes = writer.bytes
        headCount = nil
        reports = []
    }

    /// An answer that can be given again with other words about its sources.
    init(sourced result: some SourcedResult) {
        var writer = JSONWriter(reserving: Self.usualBytes)
        var headCount = 0
        writer.object { writer in
            result.encodeMembers(to: &writer)
            headCount = writer.count
            writer.list("sources", result.sources)
        }
        bytes = writer.bytes
        self.headCount = headCount
        reports = result.sources
    }
}
