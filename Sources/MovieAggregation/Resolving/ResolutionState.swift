import MovieDomain
import MovieMatching

/// The state of resolving one film: what is known, what was asked, and what to ask next.
///
/// A value without clock or I/O: answers go in, steps come out.
struct ResolutionState {
    enum Step {
        /// Look up the film at a source by ids that it accepts.
        case lookup(any MovieRepository, ids: [String: String], isSure: Bool)
        /// Search a source for films with this title.
        case search(any MovieRepository, text: String, year: Int?)
    }

    let catalogue: Catalogue
    let policy: MergePolicy
    /// Whether a film found by its title is also looked up at that source, for its full details.
    let isThorough: Bool

    /// The ids of the film that is asked for.
    private let wanted: [String: String]
    /// Ids that are certainly the film's, and ids that a match by title suggests.
    private var sureIDs: [String: String]
    private var suggestedIDs: [String: String] = [:]
    /// Ids that an earlier call linked to the film; the records found by them are matched again.
    private let remembered: [String: String]
    /// Records that were given, or looked up by a sure id.
    private(set) var sure: [MovieRecord]
    private let seedCount: Int
    /// Search results and records looked up by suggested ids; the matcher decides about them.
    private(set) var candidates: [MovieRecord] = []
    private var lookedUp: Set<ProviderID> = []
    /// The ids by which each source was looked up; a source whose link was forgotten is not asked for the same film again.
    private var asked: [ProviderID: Set<[String: String]>] = [:]
    private var searched: Set<ProviderID> = []
    private(set) var reports: [ProviderID: ProviderReport] = [:]
    private(set) var witnesses: [ProviderReport] = []

    init(
        catalogue: Catalogue,
        policy: MergePolicy,
        ids: [String: String],
        seeds: [MovieRecord],
        links: [MatchNote] = [],
        isThorough: Bool
    ) {
        self.catalogue = catalogue
        self.policy = policy
        self.isThorough = isThorough
        wanted = ids
        let known = ids.movieIDs + seeds.flatMap(\.facts.ids.movieIDs)
        let corrections = catalogue.matcher.corrections
        let pinned = corrections.ids(pinnedWith: known)
        sureIDs = pinned.reduce(into: ids) { ids, id in ids[id.namespace] = ids[id.namespace] ?? id.value }
        remembered = corrections.ids(linkedWith: known, by: links)
        suggestedIDs = remembered
        sure = seeds
        seedCount = seeds.count
    }

    private var corrections: Corrections { catalogue.matcher.corrections }

    // MARK: Next steps

    /// Returns the lookups that the known ids allow; each source is looked up once by the same ids.
    mutating func nextLookups() -> [Step] {
        catalogue.repositories.compactMap { repository in
            let profile = repository.profile
            guard !lookedUp.contains(profile.id), profile.canBeAsked(for: .lookup) else { return nil }
            let sure = profile.accepted(sureIDs, for: .lookup)
            let maySuggest = isThorough || !searched.contains(profile.id)
            let suggested = maySuggest ? profile.accepted(suggestedIDs, for: .lookup) : nil
            guard let ids = sure ?? suggested, asked[profile.id, default: []].insert(ids).inserted else { return nil }
            lookedUp.insert(profile.id)
            return .lookup(repository, ids: ids, isSure: sure != nil)
        }
    }

    /// Returns searches at the sources that no id reaches; each source is searched once.
    mutating func nextSearches() -> [Step] {
        let known = agreed().records
        guard !known.isEmpty else { return [] }
        return catalogue.repositories.compactMap { repository in
            let profile = repository.profile
            guard !lookedUp.contains(profile.id), !searched.contains(profile.id),
                !known.contains(where: { $0.provider == profile.id }),
                profile.canBeAsked(for: .search),
                let text = known.searchText(for: profile)
            else { return nil }
            searched.insert(profile.id)
            return .search(repository, text: text, year: known.searchYear)
        }
    }

    // MARK: Answers

    /// Adds the answer to a lookup, and returns its report and its record; refuses a film other than the one asked for,
    /// and one that the user split from it.
    mutating func lookedUp(
        _ result: ProviderResult<MovieFacts>,
        ids: [String: String],
        isSure: Bool
    ) -> (report: ProviderReport, record: MovieRecord?) {
        var report = result.report
        var accepted: MovieRecord?
        if let record = result.record {
            let known = (isSure ? sureIDs : ids).movieIDs
            let own = catalogue.ownID(of: record)
            if record.facts.ids.contradicts(ids) {
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
                record.facts.ids.merge(ids) { own, _ in own }
                add(record, isSure: isSure)
                accepted = record
            }
        }
        if !isSure { forgetLink(of: result, ids: ids) }
        note(report)
        if isSure { witnesses.append(report) }
        return (report, accepted)
    }

    mutating func searched(_ result: ProviderResult<MovieList>) {
        note(result.report)
        guard result.answer != nil else { return }
        candidates += result.records(in: catalogue)
        for record in agreed().records {
            suggestedIDs.merge(record.facts.ids) { own, _ in own }
        }
    }

    /// Lets a source be searched as if nothing were remembered, if its record under the remembered id is not the film.
    private mutating func forgetLink(of result: ProviderResult<MovieFacts>, ids: [String: String]) {
        let provider = result.provider
        guard !searched.contains(provider), result.answer != nil || result.report.status == .empty,
            !agreed().records.contains(where: { $0.provider == provider })
        else { return }
        for (namespace, value) in ids where suggestedIDs[namespace] == value && remembered[namespace] == value {
            suggestedIDs[namespace] = nil
        }
        lookedUp.remove(provider)
    }

    private mutating func add(_ record: MovieRecord, isSure: Bool) {
        if isSure {
            sure.append(record)
            sureIDs.merge(record.facts.ids) { own, _ in own }
            for id in corrections.ids(pinnedWith: record.facts.ids.movieIDs) where sureIDs[id.namespace] == nil {
                sureIDs[id.namespace] = id.value
            }
        } else {
            candidates.append(record)
            suggestedIDs.merge(record.facts.ids) { own, _ in own }
        }
    }

    private mutating func note(_ report: ProviderReport) {
        reports[report.provider] = reports[report.provider].map { $0.combined(with: report) } ?? report
    }

    /// Returns the records of this film, whatever order they arrived in.
    ///
    /// If the ids of two sure records contradict each other, a given record wins, or else the one whose source comes
    /// first in the policy.
    func agreed() -> (records: [MovieRecord], explanation: MatchExplanation?) {
        var accepted: [MovieRecord] = []
        for record in sure.prefix(seedCount) + policy.sorted(Array(sure.dropFirst(seedCount)))
        where accepted.allSatisfy({ !$0.facts.ids.contradicts(record.facts.ids) }) {
            accepted.append(record)
        }
        guard !accepted.isEmpty else { return ([], nil) }
        let pool = accepted + candidates
        let clusters = catalogue.matcher.clusters(of: pool, fixed: [Array(accepted.indices)])
        let own = clusters.first { $0.members.contains(0) }
        return (own?.members.map { pool[$0] } ?? accepted, own?.explanation)
    }
}

extension ProviderError {
    fileprivate static func otherFilm(_ provider: ProviderID) -> ProviderError {
        ProviderError(
            .malformed,
            provider: provider,
            message: "\(provider) answered with another film than it was asked for"
        )
    }
}

extension [[String: String]] {
    /// One id for each namespace: the first.
    var united: [String: String] { reduce(into: [:]) { $0.merge($1) { own, _ in own } } }
}
