/// The user's word on which ids are of one film, which are not, and whom to believe about a field.
public struct Corrections: Hashable, Sendable {
    public private(set) var pinned: Set<IDPair>
    public private(set) var split: Set<IDPair>
    /// Fields that come from a source of the user's choice, by the film's id.
    public private(set) var choices: [MovieID: [MovieField: ProviderID]] = [:]

    public static let none = Corrections()

    /// Takes corrections as they are kept; they were checked when they were made.
    public init(pinned: Set<IDPair> = [], split: Set<IDPair> = [], choices: [FieldChoice] = []) {
        self.pinned = pinned
        self.split = split
        for choice in choices { self.choices[choice.id, default: [:]][choice.field] = choice.provider }
    }

    /// What the user's notes come to; those of the matcher are passed over.
    public init(_ notes: some Sequence<MatchNote>, choices: [FieldChoice]) {
        let own = notes.filter { $0.author == .user }
        self.init(
            pinned: Set(own.filter { $0.verdict == .same }.map(\.pair)),
            split: Set(own.filter { $0.verdict == .different }.map(\.pair)),
            choices: choices
        )
    }

    public var isEmpty: Bool { pinned.isEmpty && split.isEmpty && choices.isEmpty }

    /// Every id that is pinned together with one of `ids`, directly or through others, without `ids` themselves.
    public func ids(pinnedWith ids: [MovieID]) -> [MovieID] {
        guard !pinned.isEmpty else { return [] }
        var reached = Set(ids)
        var frontier = ids
        while let id = frontier.popLast() {
            for pair in pinned {
                if let partner = pair.partner(of: id), reached.insert(partner).inserted { frontier.append(partner) }
            }
        }
        return reached.subtracting(ids).sorted()
    }

    /// The ids that notes call the same film as one of `known`, one for each name space that `known` has none of.
    ///
    /// The surest note comes first; what was split from one of `known` is none.
    public func ids(linkedWith known: [MovieID], by notes: [MatchNote]) -> [String: String] {
        var ids: [String: String] = [:]
        for note in notes where note.verdict == .same {
            for id in known {
                guard let other = note.pair.partner(of: id),
                    !known.contains(where: { $0.namespace == other.namespace }),
                    !known.contains(where: { split.contains(IDPair($0, other)) })
                else { continue }
                ids[other.namespace] = ids[other.namespace] ?? other.value
            }
        }
        return ids
    }

    /// Whether the user's word allows one more verdict on a pair; the same pair's former one does not count.
    public func check(_ pair: IDPair, _ verdict: MatchNote.Verdict) throws(CorrectionConflict) {
        if pair.first == pair.second { throw CorrectionConflict(.sameID(pair.first)) }
        switch verdict {
        case .same: try checkPin(pair)
        case .different: try checkSplit(pair)
        }
    }

    private func checkPin(_ pair: IDPair) throws(CorrectionConflict) {
        let film = ([pair.first, pair.second] + ids(pinnedWith: [pair.first, pair.second])).sorted()
        for (one, next) in zip(film, film.dropFirst()) where one.namespace == next.namespace {
            throw CorrectionConflict(.oneNameSpace(one, next))
        }
        for other in split.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) })
        where other != pair && film.contains(other.first) && film.contains(other.second) {
            throw CorrectionConflict(.split(other))
        }
    }

    private func checkSplit(_ pair: IDPair) throws(CorrectionConflict) {
        var others = self
        others.pinned.remove(pair)
        let film = others.ids(pinnedWith: [pair.first])
        guard film.contains(pair.second) else { return }
        throw CorrectionConflict(.pinned(pair, via: film.filter { $0 != pair.second }))
    }
}

/// Why two corrections cannot both hold.
public struct CorrectionConflict: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// One source gives the two different ids, so that they are two films whatever a user says.
        case oneNameSpace(MovieID, MovieID)
        /// The two are pinned together, through others where `via` is not empty.
        case pinned(IDPair, via: [MovieID])
        /// Pinning would put two ids into one film that were split.
        case split(IDPair)
        case sameID(MovieID)
    }

    public var reason: Reason

    public init(_ reason: Reason) {
        self.reason = reason
    }

    public var message: String {
        switch reason {
        case .oneNameSpace(let one, let other):
            return "\(one) and \(other) are two films: \(one.namespace) itself tells them apart"
        case .pinned(let pair, let via):
            let chain = via.isEmpty ? "" : " through \(via.map(\.description).joined(separator: ", "))"
            return "\(pair.first) and \(pair.second) are pinned together\(chain); forget a pin first (matches/forget)"
        case .split(let pair):
            return
                "\(pair.first) and \(pair.second) would become one film, and were split; forget that first (matches/forget)"
        case .sameID(let id): return "\(id) is one film: name another id as well"
        }
    }
}
