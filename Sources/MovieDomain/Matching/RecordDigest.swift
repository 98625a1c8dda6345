/// A number that depends on what a record says and on nothing else: it puts records in an order that no arrival changes.
struct RecordDigest: Comparable {
    private var first: UInt64
    private var second: UInt64

    init(of records: [MovieRecord], at index: Int) {
        // The ids stand in a dictionary, whose order is chance: their digests are added up.
        first = Digest.of(records[index].provider.rawValue, seed: 1)
        for (namespace, value) in records[index].facts.ids {
            first &+= Digest.of(value, seed: Digest.of(namespace, seed: 2))
        }
        second = Digest.of(
            records[index].facts.title?.text ?? "",
            seed: UInt64(truncatingIfNeeded: records[index].facts.year ?? 0)
        )
        second = Digest.of(records[index].facts.originalTitle ?? "", seed: second)
        for title in records[index].facts.titles { second = Digest.of(title.text, seed: second) }
        for person in records[index].facts.directors { second = Digest.of(person.name, seed: second) }
        second ^= UInt64(truncatingIfNeeded: records[index].facts.releaseDate?.daysSinceEpoch ?? 0) << 20
        second ^= UInt64(truncatingIfNeeded: records[index].facts.runtimeMinutes ?? 0) << 8
    }

    static func < (left: RecordDigest, right: RecordDigest) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }
}
