/// The user's corrections: which ids are one film, which are not, and which source a field comes from.
public struct Corrections: Hashable, Sendable {
    /// Pairs of ids that are of one film.
    public private(set) var pinned: Set<IDPair>
    /// Pairs of ids that are of different films.
    public private(set) var split: Set<IDPair>
    /// The sources that the user chose for fields, by the film's id.
    public private(set) var choices: [MovieID: [MovieField: ProviderID]] = [:]

    public static let none = Corrections()

    /// Creates corrections from stored ones, which were checked when they were made.
    public init(pinned: Set<IDPair> = [], split: Set<IDPair> = [], choices: [FieldChoice] = []) {
        self.pinned = pinned
        self.split = split
        for choice in choices { self.choices[choice.id, default: [:]][choice.field] = choice.provider }
    }

    /// Creates corrections from the user's notes, and ignores those of the matcher.
    public init(_ notes: some Sequence<MatchNote>, choices: [FieldChoice]) {
        let own = notes.filter { $0.author == .user }
        self.init(
            pinned: Set(own.filter { $0.verdict == .same }.map(\.pair)),
            split: Set(own.filter { $0.verdict == .different }.map(\.pair)),
            choices: choices
        )
    }

    /// Returns the corrections with further pairs that are not one film.
    package func splitting(_ pairs: Set<IDPair>) -> Corrections {
        var corrections = self
        corrections.split.formUnion(pairs.subtracting(pinned))
        return corrections
    }

    public var isEmpty: Bool { pinned.isEmpty && split.isEmpty && choices.isEmpty }

    /// Returns every id that is pinned together with one of `ids`, directly or through others, except `ids` themselves.
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

    /// Returns the ids that notes link to one of `known`, one for each namespace that `known` lacks.
    ///
    /// The first note wins, so the surest should come first; ids that were split from one of `known` are left out.
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

    /// Returns one of `ids` from which the user split `id`; `nil` if there is none.
    public func id(splitFrom id: MovieID, among ids: [MovieID]) -> MovieID? {
        ids.sorted().first { split.contains(IDPair(id, $0)) }
    }

    /// Whether the user split one of these ids from another one of them.
    public func split(_ ids: [MovieID]) -> Bool {
        !split.isEmpty && ids.indices.contains { id(splitFrom: ids[$0], among: Array(ids[..<$0])) != nil }
    }

    /// Whether the user tells two films with these ids apart: an id of one was split from one of the other, or pinned
    /// with an id in whose namespace the other one has another.
    ///
    /// Ids that both have decide nothing: an entry may have been made before the correction.
    public func separate(_ ids: [MovieID], from others: [MovieID]) -> Bool {
        guard !split.isEmpty || !pinned.isEmpty else { return false }
        let (mine, theirs) = (ids.filter { !others.contains($0) }, others.filter { !ids.contains($0) })
        guard !mine.isEmpty, !theirs.isEmpty else { return false }
        func isElsewhere(_ id: MovieID?, than ids: [MovieID]) -> Bool {
            guard let id, !ids.contains(id) else { return false }
            return ids.contains { $0.namespace == id.namespace }
        }
        return mine.contains { id in theirs.contains { split.contains(IDPair(id, $0)) } }
            || pinned.contains { pair in
                mine.contains { isElsewhere(pair.partner(of: $0), than: theirs) }
                    || theirs.contains { isElsewhere(pair.partner(of: $0), than: mine) }
            }
    }

    /// Returns a record's ids without those that the user split from one of `trusted`.
    ///
    /// If two of the others were split from each other, it is unknown which of them is right, so both are left out.
    public func separated(_ ids: [String: String], trusting trusted: [MovieID]) -> [String: String] {
        guard !split.isEmpty else { return ids }
        let known = ids.movieIDs.filter { id(splitFrom: $0, among: trusted) == nil }
        return ids.filter { namespace, value in
            let id = MovieID(namespace: namespace, value: value)
            return known.contains(id) && self.id(splitFrom: id, among: known) == nil
        }
    }

    /// Checks that a verdict on a pair doesn't contradict the corrections, except for an earlier verdict on the same
    /// pair.
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
            throw CorrectionConflict(.oneNamespace(one, next))
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

/// The reason why two corrections cannot both hold.
public struct CorrectionConflict: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// One source has different ids for the two, so they are two films whatever the user says.
        case oneNamespace(MovieID, MovieID)
        /// The two ids are pinned together, through the ids in `via` if there are any.
        case pinned(IDPair, via: [MovieID])
        /// Pinning would unite two ids that were split.
        case split(IDPair)
        case sameID(MovieID)
        /// One record of the source has both ids and no other record has either, so a split would separate nothing.
        case oneRecord(IDPair, of: ProviderID)
    }

    public var reason: Reason

    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// For the user, with what to do about it.
    public var message: String {
        switch reason {
        case .oneNamespace(let one, let other):
            return "\(one) and \(other) are two films: \(one.namespace) itself tells them apart"
        case .pinned(let pair, let via):
            let chain = via.isEmpty ? "" : " through \(via.map(\.description).joined(separator: ", "))"
            return "\(pair.first) and \(pair.second) are pinned together\(chain); forget a pin first (matches/forget)"
        case .split(let pair):
            return
                "\(pair.first) and \(pair.second) would become one film, and were split; forget that first (matches/forget)"
        case .sameID(let id): return "\(id) is one film: name another id as well"
        case .oneRecord(let pair, let provider):
            return
                "\(pair.first) and \(pair.second) are ids of one record of \(provider), and no other source has either: "
                + "name an id of another source"
        }
    }
}
