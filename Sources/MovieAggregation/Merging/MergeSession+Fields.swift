import MovieDomain

extension MergeSession {
    /// Merges all fields; the ids and titles first, because the list of titles begins with the title.
    mutating func mergeFields() {
        facts.ids = ids()
        for field in MovieField.allCases { merge(field) }
    }

    private mutating func merge(_ field: MovieField) {
        switch field.declaration.value {
        case .text(let place), .address(let place):
            facts[keyPath: place] = scalar(field, length: \.count, difference: FieldDifference.Value.text) {
                $0.facts[keyPath: place]
            }
        case .localized(let place): facts[keyPath: place] = text(field) { $0.facts[keyPath: place]?.unlessBlank }
        case .year(let place), .minutes(let place):
            facts[keyPath: place] = scalar(field, difference: FieldDifference.Value.number) {
                $0.facts[keyPath: place]
            }
        case .decimal(let place): facts[keyPath: place] = scalar(field) { $0.facts[keyPath: place] }
        case .flag(let place):
            facts[keyPath: place] = scalar(field, difference: FieldDifference.Value.flag) { $0.facts[keyPath: place] }
        case .date(let place):
            // The day of a re-release is not the film's if another source has one of its year.
            facts[keyPath: place] = preferred(
                field,
                difference: FieldDifference.Value.date,
                { [year = facts.year] day in year.map { day.year <= $0 + 1 } ?? true },
                { $0.facts[keyPath: place] }
            )
        case .money(let place): facts[keyPath: place] = money(field) { $0.facts[keyPath: place] }
        case .texts(let place):
            facts[keyPath: place] = list(field, key: { $0.lowercased() }, { $0.facts[keyPath: place] })
        case .people(let place): facts[keyPath: place] = people(field) { $0.facts[keyPath: place] }
        case .title: facts.title = title()
        case .titles: facts.titles = titles()
        case .collection: facts.collection = scalar(field) { $0.facts.collection }
        case .certifications:
            facts.certifications = list(field, key: \.content) { statement in
                statement.facts.certifications.map { $0.named(by: statement.provider) }
            }
        case .images:
            let ranking = ImageRanking(languages: policy.languages, prefer: policy.rule(for: field).prefer)
            facts.images = ranking.ranked(list(field, key: \.url) { $0.facts.images })
        case .videos: facts.videos = list(field, key: { [$0.site.lowercased(), $0.key] }, { $0.facts.videos })
        case .releases: facts.releases = list(field, key: \.region) { $0.facts.releases }
        case .watch: facts.watch = list(field, key: { [$0.region, $0.provider.rawValue] }, { $0.facts.watch })
        case .pages: facts.pages = list(field, key: \.url) { $0.facts.pages }
        case .ratings: facts.ratings = ratings()
        }
    }

    /// Counts what the sources cut off their lists.
    mutating func mergeTotals() {
        facts.castTotal = total(of: facts.cast.count, by: \.castTotal) { $0.cast.count }
        facts.crewTotal = total(of: facts.crew.count, by: \.crewTotal) { $0.crew.count }
        facts.imagesTotal = total(of: facts.images.count, by: \.imagesTotal) { $0.images.count }
    }

    /// Merges an amount: a worldwide one first, because that of one country is only a part of it.
    private mutating func money(_ field: MovieField, _ read: (MergeInput) -> Money?) -> Money? {
        preferred(field, difference: FieldDifference.Value.money, { $0.region == nil }, read)
    }

    /// Merges a field of which some values are preferred; the others are differences beside one of these.
    private mutating func preferred<Value: Equatable>(
        _ field: MovieField,
        difference: @escaping (Value) -> FieldDifference.Value,
        _ isPreferred: (Value) -> Bool,
        _ read: (MergeInput) -> Value?
    ) -> Value? {
        let best = scalar(field, difference: difference) { input in
            read(input).flatMap { isPreferred($0) ? $0 : nil }
        }
        guard let best else { return scalar(field, difference: difference, read) }
        for statement in order.statements(for: policy.rule(for: field)) {
            guard let other = read(statement), !isPreferred(other) else { continue }
            note(difference(other), of: statement.provider, field)
        }
        return best
    }

    private mutating func ratings() -> [Rating] {
        // A rating names its source itself, whichever source passes it on.
        let isPerSource = policy.rule(for: .ratings).strategy == .perSource
        return list(
            .ratings,
            as: isPerSource ? .union : nil,
            key: { isPerSource ? $0.withoutFigures : $0 },
            { $0.facts.ratings }
        )
    }

    /// Merges a text: the best wanted language first, then the field's rule.
    private mutating func text(_ field: MovieField, _ read: (MergeInput) -> LocalizedText?) -> LocalizedText? {
        guard order.stated.contains(field) else { return nil }
        let wanted = languages(of: field)
        guard let best = order.best({ read($0)?.rank(in: wanted) }) else { return nil }
        return scalar(field, length: \.text.count) { statement in
            read(statement).flatMap { $0.rank(in: wanted) == best ? $0 : nil }
        }
    }

    /// The wanted languages of a text; none if the user chose its source, and that source has it.
    private func languages(of field: MovieField) -> [String] {
        let rule = policy.rule(for: field)
        let isChosen =
            rule.isUserChoice
            && order.statements.contains { rule.prefer.contains($0.provider) && $0.stated.contains(field) }
        return isChosen ? [] : policy.languages
    }
}

extension Rating {
    /// The rating without its value and its votes: what ratings of one source, scale, and name have in common.
    fileprivate var withoutFigures: Rating {
        var rating = Rating(provider: provider, value: 0, scale: scale)
        rating.name = name
        return rating
    }
}

extension Certification {
    /// What it says, whoever says it.
    fileprivate var content: [String?] { [region, label] }

    /// Returns the rating with the source that gives it.
    fileprivate func named(by provider: ProviderID) -> Certification {
        var certification = self
        certification.provider = provider
        return certification
    }
}

extension MergeSession {
    private func ids() -> [String: String] {
        guard order.statements.count > 1 else { return order.statements.first?.facts.ids ?? [:] }
        let most = order.statements.reduce(0) { $0 + $1.facts.ids.count }
        var ids = [String: String](minimumCapacity: most)
        for statement in order.statements { ids.merge(statement.facts.ids) { own, _ in own } }
        return ids
    }

    /// Returns the title in the best wanted language that any source has.
    private mutating func title() -> LocalizedText? {
        guard order.stated.contains(.title) else { return nil }
        let wanted = languages(of: .title)
        let best = wanted.isEmpty ? 0 : order.best { $0.facts.bestTitle(in: wanted)?.rank(in: wanted) }
        let statements = order.statements(for: policy.rule(for: .title))
        let winner = nameWinner(of: .title, among: statements, length: \.text.count) { statement in
            statement.facts.bestTitle(in: wanted).flatMap { $0.rank(in: wanted) == best ? $0 : nil }
        }
        guard let chosen = winner?.value else { return nil }
        for statement in order.statements {
            let facts = statement.facts
            if facts.title?.text == chosen.text || facts.titles.contains(where: { $0.text == chosen.text }) {
                name(statement.provider)
            }
        }
        credit(.title)
        return chosen
    }

    /// Returns every title once: case doesn't matter, and a title with a language replaces the same one without.
    private mutating func titles() -> [LocalizedText] {
        let key = { (title: LocalizedText) in LocalizedText(title.text.lowercased(), language: title.language) }
        let said = list(.titles, key: key) { $0.facts.allTitles }
        guard said.count > 1 || said.first?.text != facts.title?.text else { return said }
        var titles = said
        if said.contains(where: { $0.language != nil }), said.contains(where: { $0.language == nil }) {
            let named = Set(said.filter { $0.language != nil }.map { $0.text.lowercased() })
            titles.removeAll { $0.language == nil && named.contains($0.text.lowercased()) }
        }
        if let title = facts.title, !titles.contains(where: { $0.text == title.text }) {
            titles.removeAll { $0.text.lowercased() == title.text.lowercased() && $0.language == title.language }
            titles.insert(title, at: 0)
        }
        return titles
    }
}

extension MovieFacts {
    var allTitles: [LocalizedText] {
        let all = title.map { $0 == titles.first ? titles : [$0] + titles } ?? titles
        return all.contains(where: \.isBlank) ? all.compactMap(\.unlessBlank) : all
    }

    /// Returns the title in the best of the wanted languages; the main title if it has none of them.
    func bestTitle(in wanted: [String]) -> LocalizedText? {
        if wanted.isEmpty { return title ?? titles.first }
        let titles = allTitles
        return titles.best(in: wanted) ?? titles.first
    }
}

/// The order of a film's images: by kind, language, preferred source, and size; equal images keep their order.
///
/// The first poster is the largest one in the user's language.
struct ImageRanking {
    private static let kinds = ["poster", "backdrop", "logo"]

    /// Wanted languages, best first.
    let languages: [String]
    /// Sources whose images come first within one kind and language, best first.
    let prefer: [ProviderID]

    func ranked(_ images: [MovieImage]) -> [MovieImage] {
        guard images.count > 1 else { return images }
        let places = images.map(place)
        return images.indices.sorted { places[$0] < places[$1] }.map { images[$0] }
    }

    private func place(of image: MovieImage) -> (kind: Int, language: Int, source: Int, width: Int) {
        let kind = Self.kinds.firstIndex(of: image.kind) ?? Self.kinds.count
        let source = prefer.firstIndex(of: image.provider) ?? prefer.count
        // Puts the largest first; negation would overflow for `Int.min`.
        return (kind, language(of: image), source, ~(image.width ?? 0))
    }

    /// An image without a language has no text in it, or its source doesn't state the language: it ranks above an image
    /// in an unwanted language.
    private func language(of image: MovieImage) -> Int {
        guard !languages.isEmpty else { return 0 }
        guard let language = image.language else { return languages.count }
        return languages.firstIndex { Language.matches(language, wanted: $0) } ?? languages.count + 1
    }
}
