/// What one source says of a film, held by reference: a merge asks for every field in turn, and a record is wide.
final class Statement {
    let provider: ProviderID
    let facts: MovieFacts
    let ageSeconds: Int

    init(_ record: MovieRecord) {
        provider = record.provider
        facts = record.facts
        ageSeconds = record.freshness.ageSeconds ?? 0
    }
}
