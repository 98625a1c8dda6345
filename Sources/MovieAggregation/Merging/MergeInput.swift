package import MovieDomain

/// The records of one film in the order in which the merge reads them: by configuration, never by arrival.
struct RecordOrder {
    /// The records in the policy's order; within one source, the richer record first.
    let statements: [MergeInput]
    /// The fields that have a value in any record.
    let stated: FieldSet

    init(_ said: [MergeInput], policy: MergePolicy) {
        stated = said.reduce(into: FieldSet()) { $0.formUnion($1.stated) }
        let sorted = said.sorted { left, right in
            if left.provider == right.provider { return RecordOrder.isRicher(left, than: right) }
            return policy.precedes(left.provider, right.provider)
        }
        var unique: [MergeInput] = []
        for statement in sorted
        where unique.last.map({ $0.provider != statement.provider || $0.facts != statement.facts }) ?? true {
            unique.append(statement)
        }
        statements = unique
    }

    /// Returns the lowest rank of any record; `nil` if none has a rank.
    func best(_ rank: (MergeInput) -> Int?) -> Int? {
        var best: Int?
        for statement in statements {
            if let rank = rank(statement) { best = min(best ?? rank, rank) }
        }
        return best
    }

    /// Returns the records in the order that the rule of one field demands.
    func statements(for rule: MergeRule) -> [MergeInput] {
        guard statements.count > 1, !rule.prefer.isEmpty || rule.strategy == .newest else { return statements }
        let place = { (input: MergeInput) in rule.prefer.firstIndex(of: input.provider) ?? .max }
        let ordered = statements.sorted { place($0) < place($1) }
        return rule.strategy == .newest ? ordered.sorted { $0.ageSeconds < $1.ageSeconds } : ordered
    }

    private static func isRicher(_ left: MergeInput, than right: MergeInput) -> Bool {
        let (mine, theirs) = (left.stated.count, right.stated.count)
        if mine != theirs { return mine > theirs }
        if left.idText != right.idText { return left.idText < right.idText }
        if left.facts != right.facts { return left.canonicalText < right.canonicalText }
        return left.ageSeconds < right.ageSeconds
    }
}

/// One record of a film, held by reference because a merge reads it for every field and records are large.
final class MergeInput {
    private let record: MovieRecord
    /// The fields that have a value.
    let stated: FieldSet
    /// All ids as one text, which orders records that are equally rich; sorting asks for it often.
    private(set) lazy var idText = facts.ids.movieIDs.sorted().map(\.description).joined(separator: " ")
    /// All other facts as one text, which orders records with equal ids.
    ///
    /// It takes long to make.
    private(set) lazy var canonicalText: String = {
        var facts = facts
        facts.ids = [:]
        return "\(facts)"
    }()

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

extension MovieFacts {
    /// The fields that have a value; `title` and `titles` count together.
    package var stated: FieldSet {
        var stated = FieldSet()
        for field in MovieField.allCases { stated.insert(field, where: field.declaration.isStated(in: self)) }
        return stated
    }
}

extension MergePolicy {
    /// Returns the records in configured order, followed by those of unnamed sources in alphabetical order.
    func sorted(_ records: [MovieRecord]) -> [MovieRecord] {
        records.sorted { precedes($0.provider, $1.provider) }
    }

    func precedes(_ left: ProviderID, _ right: ProviderID) -> Bool {
        let (mine, theirs) = (rank(of: left), rank(of: right))
        return mine == theirs ? left < right : mine < theirs
    }

    /// The place of a source in the order; the last where it is not named.
    func rank(of provider: ProviderID) -> Int { order.firstIndex(of: provider) ?? .max }

    /// The policy for one film: where the user chose a source for a field, that one comes first and alone.
    func choosing(forFilmOf statements: [MergeInput]) -> MergePolicy {
        guard !choices.isEmpty else { return self }
        var policy = self
        for statement in statements {
            for (field, provider) in statement.facts.ids.movieIDs.flatMap({ choices[$0] ?? [:] }) {
                var rule = MergeRule(.first, prefer: [provider])
                rule.isUserChoice = true
                policy.rules[field] = rule
            }
        }
        return policy
    }
}

extension LocalizedText {
    /// The place of its language among the wanted ones; those that are not wanted come after them all.
    func rank(in wanted: [String]) -> Int {
        guard !wanted.isEmpty else { return 0 }
        let language = language ?? (text.hasHangul ? "ko" : nil)
        return wanted.firstIndex { Language.matches(language, wanted: $0) } ?? wanted.count
    }
}

extension [LocalizedText] {
    /// Returns the first text in the best of the wanted languages that there are; `nil` if there is none in any of them.
    package func best(in wanted: [String]) -> LocalizedText? {
        guard let best = self.min(by: { $0.rank(in: wanted) < $1.rank(in: wanted) }) else { return nil }
        return best.rank(in: wanted) < wanted.count ? best : nil
    }
}

/// Some of the fields of a film.
package struct FieldSet: Hashable, Sendable {
    /// One bit for each field, at the field's raw value.
    private var bits: UInt64 = 0

    @inline(__always)
    func contains(_ field: MovieField) -> Bool { bits >> UInt64(field.rawValue) & 1 == 1 }

    var count: Int { bits.nonzeroBitCount }

    /// Adds a field if `isSo` is true.
    @inline(__always)
    mutating func insert(_ field: MovieField, where isSo: Bool) {
        if isSo { bits |= 1 << UInt64(field.rawValue) }
    }

    mutating func formUnion(_ other: FieldSet) { bits |= other.bits }
}
