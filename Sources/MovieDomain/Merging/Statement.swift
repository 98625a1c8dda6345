/// What one source says of a film, held by reference: a merge asks for every field in turn, and a record is wide.
final class Statement {
    private let record: MovieRecord
    /// The fields of which it says something.
    let stated: FieldSet

    init(_ record: MovieRecord) {
        stated = record.facts.stated
        self.record = record
    }

    @inline(__always)
    var provider: ProviderID { record.provider }
    @inline(__always)
    var facts: MovieFacts { record.facts }
    var ageSeconds: Int { record.freshness.ageSeconds ?? 0 }
}
