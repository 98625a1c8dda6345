/// What is compared of one film: of one record, or of all the records that were already taken for the same film.
///
/// It lives within one call of the matcher. It is a class because it is wide and each is compared many times.
final class FilmProfile {
    /// Positions of the records in the matcher's input.
    var members: [Int]
    var providers: [ProviderID]
    var ids: [ComparedID]
    var titles: [NormalizedTitle]
    var years: [Int]
    var releaseDates: [CalendarDate]
    var runtimes: [Int]
    var directors: [PersonName]
    var hasSequel: Bool
    /// Whether the caller gave it as a film of its own, which no other such film may join.
    var isFixed = false
    /// Of the least sure step that made it, in hundredths.
    var points = 100
    /// Name spaces of ids that sources share.
    var sharedNamespaces: [String] = []
    var agreements: MatchAgreements = []
    /// Records that were as good a match as another, so that neither was taken.
    var rivals: Set<Int> = []

    /// Reads the record at a position; field by field, for a record is wide and a copy of it dear.
    init(of records: [MovieRecord], at index: Int, normalizer: inout TitleNormalizer) {
        members = [index]
        providers = [records[index].provider]
        ids = records[index].facts.ids.map { ComparedID(namespace: $0.key, value: $0.value) }
        titles = []
        years = records[index].facts.year.map { [$0] } ?? []
        releaseDates = records[index].facts.releaseDate.map { [$0] } ?? []
        runtimes = records[index].facts.runtimeMinutes.map { $0 > 0 ? [$0] : [] } ?? []
        directors = records[index].facts.directors.flatMap { $0.comparableNames(scanner: &normalizer.scanner) }
        hasSequel = false
        let main = records[index].facts.title?.text
        if let main { add(normalizer.normalize(main)) }
        if let original = records[index].facts.originalTitle, original != main { add(normalizer.normalize(original)) }
        for title in records[index].facts.titles where title.text != main { add(normalizer.normalize(title.text)) }
    }

    private func add(_ title: NormalizedTitle?) {
        guard let title, !titles.contains(title) else { return }
        titles.append(title)
        hasSequel = hasSequel || title.sequel != nil
    }

    /// The years to compare: a release may be a re-release, so it counts only where nobody says the year.
    var comparableYears: [Int] { years.isEmpty ? releaseDates.map(\.year) : years }

    /// Takes in another profile that was found to be the same film.
    func join(_ other: FilmProfile, because evidence: MatchEvidence) {
        if providers.contains(where: { $0 != other.providers[0] })
            || other.providers.contains(where: { $0 != providers[0] })
        {
            points = min(points, other.points, evidence.points ?? 100)
            for namespace in other.sharedNamespaces where !sharedNamespaces.contains(namespace) {
                sharedNamespaces.append(namespace)
            }
            if let namespace = evidence.sharedNamespace, !sharedNamespaces.contains(namespace) {
                sharedNamespaces.append(namespace)
            }
            agreements.formUnion(other.agreements.union(evidence.agreements))
        }
        members += other.members
        providers += other.providers
        for id in other.ids where !ids.contains(where: { $0.isEqual(to: id) }) { ids.append(id) }
        for title in other.titles { add(title) }
        years += other.years
        releaseDates += other.releaseDates
        runtimes += other.runtimes
        directors += other.directors
        isFixed = isFixed || other.isFixed
        rivals.formUnion(other.rivals)
    }
}
