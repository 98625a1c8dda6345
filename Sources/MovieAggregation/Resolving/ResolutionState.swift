import MovieDomain
import MovieMatching

/// The state of resolving one film: what is known, what was asked, and what to ask next.
///
/// A value without clock or I/O: answers go in, steps come out.
struct ResolutionState {
    enum Step {
        /// Look up the film at a source by ids that it accepts; the capability is `lookup`, or a part that it has alone.
        case lookup(any MovieRepository, Capability, ids: [String: String], isSure: Bool)
        /// Search a source for films with the titles of a round, one after the other until one is found.
        case search(any MovieRepository, SearchRound)
    }

    let catalogue: Catalogue
    let policy: MergePolicy
    /// Whether a film found by its title is also looked up at that source, for its full details.
    let isThorough: Bool
    /// The parts that are wanted of the film.
    let include: Set<LookupQuery.Part>

    /// The ids of the film that is asked for, and the ids that the user pinned to them.
    private let wanted: [String: String]
    private let pinned: [String: String]
    /// Ids that are certainly the film's, and ids that a match by title suggests.
    private var sureIDs: [String: String]
    private var suggestedIDs: [String: String] = [:]
    /// Ids that an earlier call linked to the film; the records found by them are matched again.
    private var remembered: [String: String]
    /// Notes of earlier calls about ids of the film and of candidates.
    private var links: [MatchNote]
    /// Suggested ids about which a source has answered.
    private var examined: Set<MovieID> = []
    /// Records that were given, or looked up by a sure id.
    private(set) var sure: [MovieRecord]
    /// What sources said before and have not said again.
    private var known: [MovieRecord]
    private let seedCount: Int
    /// Search results and records looked up by suggested ids; the matcher decides about them.
    private(set) var candidates: [MovieRecord] = []
    private var lookedUp: Set<ProviderID> = []
    /// Sources without a film of a sure id; a suggested one may still lead to it.
    private var withoutFilm: Set<ProviderID> = []
    /// The ids by which each source was looked up; a source whose link was forgotten is not asked for the same film again.
    private var asked: [ProviderID: Set<[String: String]>] = [:]
    /// The number of rounds in which each source was searched, and the sources that have not answered the last one.
    private var rounds: [ProviderID: Int] = [:]
    private var searching: Set<ProviderID> = []
    private(set) var reports: [ProviderID: ProviderReport] = [:]
    private(set) var witnesses: [ProviderReport] = []

    init(
        catalogue: Catalogue,
        policy: MergePolicy,
        ids: [String: String],
        seeds: [MovieRecord],
        known: [MovieRecord] = [],
        links: [MatchNote] = [],
        isThorough: Bool,
        include: Set<LookupQuery.Part> = []
    ) {
        self.catalogue = catalogue
        self.policy = policy
        self.isThorough = isThorough
        self.include = include
        wanted = ids
        let own = ids.movieIDs + seeds.flatMap(\.facts.ids.movieIDs)
        let corrections = catalogue.matcher.corrections
        let partners = corrections.ids(pinnedWith: own)
        let sure = partners.reduce(into: ids) { ids, id in ids[id.namespace] = ids[id.namespace] ?? id.value }
        pinned = sure.filter { ids[$0.key] == nil }
        sureIDs = sure
        self.links = links
        remembered = corrections.ids(linkedWith: own, by: links)
        suggestedIDs = remembered
        self.sure = seeds
        seedCount = seeds.count
        self.known = known
        for record in known {
            if isOwn(record) {
                for (namespace, value) in record.facts.ids where sureIDs[namespace] == nil {
                    sureIDs[namespace] = value
                }
            } else {
                suggestedIDs.merge(record.facts.ids) { own, _ in own }
            }
        }
    }

    private var corrections: Corrections { catalogue.matcher.corrections }
    private var mostRounds: Int { isThorough ? 3 : 2 }

    // MARK: Next steps

    /// Returns the lookups that the known ids allow; each source is looked up once by the same ids.
    mutating func nextLookups() -> [Step] {
        catalogue.repositories.compactMap { repository in
            let profile = repository.profile
            let isAsked = lookedUp.contains(profile.id)
            let capabilities = profile.lookups(for: include)
            guard !isAsked || withoutFilm.contains(profile.id), let capability = capabilities.first else { return nil }
            let sure = isAsked ? nil : profile.accepted(sureIDs, for: capabilities)
            let maySuggest = isThorough || rounds[profile.id] == nil
            let suggested = maySuggest ? profile.accepted(suggestedIDs, for: capabilities) : nil
            guard let ids = sure ?? suggested, asked[profile.id, default: []].insert(ids).inserted else { return nil }
            lookedUp.insert(profile.id)
            return .lookup(repository, capability, ids: ids, isSure: sure != nil)
        }
    }

    /// Returns searches at the sources that no id reaches; each source is searched until it has the film, or no
    /// round is left.
    mutating func nextSearches() -> [Step] {
        let known = agreed().records
        guard !known.isEmpty else { return [] }
        return catalogue.repositories.compactMap { repository in
            let profile = repository.profile
            guard !lookedUp.contains(profile.id), !searching.contains(profile.id),
                !known.contains(where: { $0.provider == profile.id }), profile.canBeAsked(for: .search)
            else { return nil }
            let done = self.rounds[profile.id, default: 0]
            let rounds = known.searchRounds(for: profile)
            guard done < min(mostRounds, rounds.count) else { return nil }
            self.rounds[profile.id] = done + 1
            searching.insert(profile.id)
            return .search(repository, rounds[done])
        }
    }

    // MARK: Answers

    /// Adds the answer to a lookup, and returns its report and its record; refuses a film other than the one asked for,
    /// and one that the user split from it.
    ///
    /// A film with one of the ids that were asked for is an answer, even if it contradicts another one: then these ids
    /// belong to two films. One that is another film than before under its id is none if it was asked for by what was
    /// known. `links` are the notes about the ids of the record.
    mutating func lookedUp(
        _ result: ProviderResult<MovieFacts>,
        ids: [String: String],
        isSure: Bool,
        replaced: ReplacedFilm? = nil,
        links: [MatchNote] = []
    ) -> (report: ProviderReport, record: MovieRecord?) {
        self.links += links
        var report = result.report
        var accepted: MovieRecord?
        if let record = result.record {
            let known = (isSure ? sureIDs : ids).movieIDs
            let own = catalogue.ownID(of: record)
            let hasAskedID = ids.contains { record.facts.ids[$0.key] == $0.value }
            if let replaced {
                report.status = .empty
                report.items = 0
                report.remarks.append(replaced.remark)
            } else if record.facts.ids.contradicts(ids), !hasAskedID {
                report = ProviderReport(.otherFilm(result.provider), provider: result.provider, after: nil)
            } else if isSure,
                let other = record.facts.ids.movieIDs.sorted().first(where: { id in
                    wanted[id.namespace].map { $0 != id.value } ?? false
                })
            {
                // Another source gave the ids that it was asked for, and they are not of this film.
                report.status = .empty
                report.items = 0
                report.remarks.append("its film is \(other), not the one asked for")
            } else if let own, let other = corrections.id(splitFrom: own, among: known) {
                report.status = .empty
                report.items = 0
                report.remarks.append("its film is \(own), which you split from \(other)")
            } else {
                var record = catalogue.separated(record, known: known)
                if isSure || !hasAskedID { record.facts.ids.merge(ids) { own, _ in own } }
                add(record, isSure: isSure)
                accepted = record
            }
        }
        // What a source says now takes the place of what it said before.
        if !report.isFailed, report.isAsked { known.removeAll { $0.provider == result.provider } }
        if isSure {
            if result.answer == nil, report.status == .empty { withoutFilm.insert(result.provider) }
        } else {
            if !result.report.isFailed { examined.formUnion(ids.movieIDs) }
            forgetLink(of: result, ids: ids)
        }
        if !candidates.isEmpty { suggestAgreedIDs() }
        note(report)
        if isSure { witnesses.append(report) }
        return (report, accepted)
    }

    /// Adds the rows of a search, without those of films that details have told apart from this one; `links` are the
    /// notes about their ids.
    mutating func searched(_ result: ProviderResult<MovieList>, links: [MatchNote] = []) {
        note(result.report)
        searching.remove(result.provider)
        guard result.answer != nil else {
            rounds[result.provider] = mostRounds
            return
        }
        self.links += links
        candidates += withoutOtherFilms(result.records(in: catalogue))
        suggestAgreedIDs()
    }

    private func withoutOtherFilms(_ rows: [MovieRecord]) -> [MovieRecord] {
        let undone = Set(links.filter(\.isUndone).map(\.pair))
        guard !undone.isEmpty else { return rows }
        let known = sureIDs.movieIDs + agreed().records.flatMap(\.facts.ids.movieIDs)
        return rows.filter { row in
            !row.facts.ids.movieIDs.contains { id in known.contains { undone.contains(IDPair($0, id)) } }
        }
    }

    /// Suggests the ids of the agreed records, and those that earlier calls linked to them.
    ///
    /// An id that one of these records has otherwise is not the film's, and a source that was asked by it may be asked
    /// by the right one.
    private mutating func suggestAgreedIDs() {
        let ids = agreed().records.map(\.facts.ids).united
        for (namespace, value) in ids where suggestedIDs[namespace] != value {
            if let old = suggestedIDs.updateValue(value, forKey: namespace) { release(askedBy: old, of: namespace) }
        }
        let linked = corrections.ids(linkedWith: ids.movieIDs, by: links)
            .filter { !examined.contains(MovieID(namespace: $0.key, value: $0.value)) }
        remembered.merge(linked) { own, _ in own }
        suggestedIDs.merge(linked) { own, _ in own }
    }

    private mutating func release(askedBy value: String, of namespace: String) {
        for (provider, sets) in asked where sets.contains(where: { $0[namespace] == value }) {
            lookedUp.remove(provider)
        }
    }

    /// Lets a source be searched as if nothing were remembered, if its record under the remembered id is not the film.
    private mutating func forgetLink(of result: ProviderResult<MovieFacts>, ids: [String: String]) {
        let provider = result.provider
        // It may know the film by an id that comes later; it is not asked for the same ids again.
        if result.answer == nil, result.report.status == .empty { lookedUp.remove(provider) }
        guard rounds[provider] == nil, result.answer != nil || result.report.status == .empty,
            !agreed().records.contains(where: { $0.provider == provider })
        else { return }
        for (namespace, value) in ids where suggestedIDs[namespace] == value && remembered[namespace] == value {
            suggestedIDs[namespace] = nil
        }
        lookedUp.remove(provider)
    }

    private mutating func add(_ record: MovieRecord, isSure: Bool) {
        if isSure {
            dateRows(of: record)
            sure.append(record)
            for (namespace, value) in record.facts.ids where sureIDs[namespace] != value {
                if let old = sureIDs[namespace] {
                    // A pin does not change what the film's own source says.
                    guard old == pinned[namespace], isOwn(record) else { continue }
                    release(askedBy: old, of: namespace)
                }
                sureIDs[namespace] = value
            }
            for id in corrections.ids(pinnedWith: record.facts.ids.movieIDs) where sureIDs[id.namespace] == nil {
                sureIDs[id.namespace] = id.value
            }
        } else {
            candidates.append(record)
            suggestedIDs.merge(record.facts.ids) { own, _ in own }
        }
    }

    /// Gives the rows of a source that have only a day, which may be that of a later release, the year that it tells of
    /// the film.
    private mutating func dateRows(of record: MovieRecord) {
        for place in sure.indices
        where sure[place].provider == record.provider && sure[place].facts.year == nil
            && sure[place].facts.ids.shares(with: record.facts.ids)
        {
            sure[place].facts.year = record.facts.year
        }
    }

    /// Returns why what a source says about the film with an id contradicts what it, or another source, says about this
    /// film.
    private func contradiction(of id: MovieID) -> String? {
        let others = candidates.filter { !$0.isRow && $0.facts.ids[id.namespace] == id.value }
        let own = agreed().records.filter { !$0.isRow }
        return others.lazy.flatMap { other in own.lazy.map { (other, $0) } }
            .compactMap { catalogue.matcher.contradiction(between: $0, $1) }.first
    }

    private mutating func note(_ report: ProviderReport) {
        reports[report.provider] = reports[report.provider].map { $0.combined(with: report) } ?? report
    }

    private func isOwn(_ record: MovieRecord) -> Bool {
        wanted.contains { record.facts.ids[$0.key] == $0.value }
    }

    /// Returns the records of this film, whatever order they arrived in.
    func agreed() -> (records: [MovieRecord], explanation: MatchExplanation?) {
        let films = films()
        return (films.first?.records ?? [], films.first?.explanation)
    }

    /// Returns the reports of the sources; one that gives another film under an id of this one says so, and counts as empty.
    func reportsWithRemarks() -> [ProviderID: ProviderReport] {
        var reports = reports
        for (record, remark) in accepted().otherFilms {
            reports[record.provider]?.status = .empty
            reports[record.provider]?.items = 0
            reports[record.provider]?.remarks.append(remark)
        }
        return reports
    }

    /// Returns the sure records of this film, and those that are clearly of another film, although they have an id of this
    /// one, each with a remark.
    ///
    /// If two sure records contradict each other, a given record wins, or else, if the user has pinned ids to this film,
    /// one with an id of the film, or else the one whose source comes first in the policy.
    private func accepted() -> (records: [MovieRecord], otherFilms: [(MovieRecord, String)]) {
        var inOrder = policy.sorted(Array(sure.dropFirst(seedCount)))
        if !pinned.isEmpty { inOrder = inOrder.filter(isOwn) + inOrder.filter { !isOwn($0) } }
        var accepted: [MovieRecord] = []
        var others: [(MovieRecord, String)] = []
        for record in sure.prefix(seedCount) + inOrder + policy.sorted(known.filter(isOwn))
        where accepted.allSatisfy({ !$0.facts.ids.contradicts(record.facts.ids) }) {
            if let remark = accepted.lazy.compactMap({ remark(on: record, beside: $0) }).first {
                others.append((record, remark))
            } else {
                accepted.append(record)
            }
        }
        return (accepted, others)
    }

    /// Returns what a person reads about two sources that give clearly different films under the ids of one; `nil` if they
    /// do not.
    private func remark(on record: MovieRecord, beside own: MovieRecord) -> String? {
        let ids = record.facts.ids.movieIDs.sorted()
        guard record.provider != own.provider, pinned.isEmpty,
            Set(corrections.ids(pinnedWith: own.facts.ids.movieIDs)).isDisjoint(with: ids),
            let id = ids.first(where: { own.facts.ids[$0.namespace] == $0.value }) ?? ids.first,
            let why = catalogue.matcher.replacement(of: own, by: record, under: id)
        else { return nil }
        return "\(id) is \(record.facts.nameInRemarks) here and \(own.facts.nameInRemarks) at \(own.provider), so that "
            + "these are two films: \(why)"
    }

    /// Returns the records by film, this one first; nothing if no record is sure.
    private func films() -> [(records: [MovieRecord], explanation: MatchExplanation?)] {
        let accepted = accepted().records
        guard !accepted.isEmpty else { return [] }
        let pool = accepted + candidates + known.filter { !isOwn($0) }
        // The film of the first record is the first one.
        return catalogue.matcher.clusters(of: pool, fixed: [Array(accepted.indices)]).map { cluster in
            (cluster.members.map { pool[$0] }, cluster.explanation)
        }
    }

    // MARK: What the call teaches

    /// Returns a note for each match of an earlier call that this one undoes: a source has answered about the id, or the
    /// user has pinned this film, and either this film has another one in its namespace, or the record with the id is
    /// of a film that has another one in a namespace of this film.
    ///
    /// So is the match with a film whose details contradict those of this one.
    func undoneMatches(at moment: Timestamp) -> [MatchNote] {
        let doubtful = links.filter { $0.verdict == .same && $0.author == .matcher }
        guard !doubtful.isEmpty, !examined.isEmpty || !pinned.isEmpty else { return [] }
        let films = films().map { $0.records.map(\.facts.ids).united }
        guard let own = films.first else { return [] }
        return doubtful.flatMap { link in
            [link.pair.first, link.pair.second].compactMap { id -> MatchNote? in
                guard let known = link.pair.partner(of: id), own[known.namespace] == known.value,
                    own[id.namespace] != id.value,
                    examined.contains(id) || !pinned.isEmpty && sureIDs[id.namespace] != nil
                else { return nil }
                let reason: String
                if let other = own[id.namespace] {
                    reason = "\(known) is \(id.namespace):\(other)"
                } else if let contradiction = contradiction(of: id) {
                    reason = contradiction
                } else if case let theirs = films.first(where: { $0[id.namespace] == id.value }) ?? [:],
                    corrections.separate(own.movieIDs, from: theirs.movieIDs)
                {
                    reason = "you split the films"
                } else {
                    let theirs = films.first { $0[id.namespace] == id.value } ?? [:]
                    let contrary = theirs.movieIDs.sorted().first { (own[$0.namespace] ?? $0.value) != $0.value }
                    guard let contrary else { return nil }
                    reason = "\(id) is \(contrary)"
                }
                return MatchNote(link.pair, .different, by: .matcher, reasons: [reason], at: moment)
            }
        }
    }
}

extension MatchNote {
    /// Whether details have undone a match that the matcher made before.
    var isUndone: Bool { verdict == .different && author == .matcher }
}

extension ProviderError {
    fileprivate static func otherFilm(_ provider: ProviderID) -> ProviderError {
        ProviderError(
            .malformed,
            provider: provider,
            message: "\(provider) answered with a film other than the one it was asked for"
        )
    }
}

extension ProviderProfile {
    /// The capabilities by which the source gives a film or, if it has no lookup, the wanted parts of one.
    fileprivate func lookups(for include: Set<LookupQuery.Part>) -> [Capability] {
        if capabilities.contains(.lookup) { return canBeAsked(for: .lookup) ? [.lookup] : [] }
        let related: Set<LookupQuery.Part> = [.similar, .recommendations]
        return include.subtracting(related).compactMap { Capability(rawValue: $0.rawValue) }
            .filter { capabilities.contains($0) && canBeAsked(for: $0) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the ids that the source accepts for one of several capabilities; `nil` if there are none.
    fileprivate func accepted(_ ids: [String: String], for capabilities: [Capability]) -> [String: String]? {
        let all = capabilities.compactMap { accepted(ids, for: $0) }
        return all.isEmpty ? nil : all.united
    }
}

extension [[String: String]] {
    /// One id for each namespace: the first.
    var united: [String: String] { reduce(into: [:]) { $0.merge($1) { own, _ in own } } }
}
