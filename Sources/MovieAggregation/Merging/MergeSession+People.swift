import MovieDomain
import MovieMatching

extension MergeSession {
    /// Returns the length that a list would have if no source had cut its own; `nil` if none did.
    ///
    /// Sources mostly list the same entries, so only the largest number that one source left out is added.
    func total(of count: Int, by total: KeyPath<MovieFacts, Int?>, _ read: (MovieFacts) -> Int) -> Int? {
        let missing = order.statements.compactMap { input in
            input.facts[keyPath: total].map { $0 - read(input.facts) }
        }
        return missing.max().flatMap { $0 > 0 ? count + $0 : nil }
    }

    /// Merges people, and combines the Korean and Latin names, the character, and the job of each person.
    ///
    /// Under `union` and `perSource`, all sources add people; otherwise the winner's people stand, and the other
    /// sources only complete them. A source is credited if it wins, adds or completes a person, or lists exactly the
    /// same people. Directors of another source are noted if none of them is among the winner's.
    mutating func people(_ field: MovieField, _ read: (MergeInput) -> [Person]) -> [Person] {
        guard order.stated.contains(field) else { return [] }
        defer { credit(field) }
        let rule = policy.rule(for: field)
        var said = order.statements(for: rule).filter { $0.stated.contains(field) }
            .map { (provider: $0.provider, people: read($0)) }
        if said.count == 1 {
            name(said[0].provider)
            return said[0].people
        }
        if rule.strategy == .longest,
            let longest = said.indices.max(by: { (said[$0].people.count, $1) < (said[$1].people.count, $0) })
        {
            said.insert(said.remove(at: longest), at: 0)
        }
        let adds = rule.strategy == .union || rule.strategy == .perSource
        name(said[0].provider)
        var roster = PersonRoster(said[0].people, byJob: field == .crew)
        for source in said.dropFirst() {
            if field.declaration.isSingle, !adds, roster.isContradicted(by: source.people), !isNamed(source.provider) {
                note(.people(source.people), of: source.provider, field)
            }
            if roster.complete(with: source.people, adding: adds) { name(source.provider) }
        }
        return roster.people
    }
}

/// The people of one film, indexed by both of their names, and of the crew also by their jobs.
struct PersonRoster {
    private(set) var people: [Person]
    private var positions: [UInt64: Int] = [:]
    private var scanner = TitleScanner()
    private var sound = NameSound()
    /// Whether a person with two jobs stands in the list twice.
    private let isByJob: Bool

    init(_ people: [Person], byJob: Bool = false) {
        self.people = people
        isByJob = byJob
        for position in people.indices.reversed() { index(people[position], at: position) }
    }

    /// Completes known people with the details of another source, and appends the others if `adding` is true.
    ///
    /// Returns whether that source contributed something, or lists exactly these people.
    mutating func complete(with others: [Person], adding: Bool) -> Bool {
        var contributed = false
        var known = Set<Int>()
        for person in others {
            if let position = position(of: person) ?? positionBySound(of: person) {
                known.insert(position)
                var completed = people[position].completed(with: person)
                if isByJob, let job = person.job, completed.job.map(CrewJob.init) == .writer { completed.job = job }
                if completed != people[position] {
                    contributed = true
                    people[position] = completed
                    index(person, at: position)
                }
            } else if adding {
                index(person, at: people.count)
                people.append(person)
                contributed = true
            } else {
                known.insert(-1)
            }
        }
        return contributed || known == Set(people.indices)
    }

    /// Whether none of the people of another source is known, though some names of both are in one script.
    mutating func isContradicted(by others: [Person]) -> Bool {
        for person in others where (position(of: person) ?? positionBySound(of: person)) != nil { return false }
        return [true, false].contains { isLatin in
            people.contains { $0.hasName(isLatin: isLatin) } && others.contains { $0.hasName(isLatin: isLatin) }
        }
    }

    private mutating func position(of person: Person) -> Int? {
        let names = person.comparableNames(scanner: &scanner)
        for salt in isByJob ? CrewJob.salts(matching: person.job) : [0] {
            for name in names {
                for key in name.keys {
                    if let position = positions[key ^ salt] { return position }
                }
            }
        }
        return nil
    }

    /// Returns the position of the only person whose name in the other script sounds like the name of this one.
    private mutating func positionBySound(of person: Person) -> Int? {
        guard person.nameEn == nil, people.count <= Self.mostSounds else { return nil }
        var found: Int?
        for (position, other) in people.enumerated()
        where other.nameEn == nil && other.name.isLatin != person.name.isLatin
            && (!isByJob || CrewJob.areOne(other.job, person.job))
        {
            let (korean, latin) = person.name.isLatin ? (other.name, person.name) : (person.name, other.name)
            guard sound.isAlike(korean: korean, latin: latin) else { continue }
            if found != nil { return nil }
            found = position
        }
        return found
    }

    /// The most people among whom one is looked for by sound, because each is compared.
    private static let mostSounds = 40

    private mutating func index(_ person: Person, at position: Int) {
        let salts = isByJob ? [person.job.map { CrewJob($0).salt } ?? CrewJob.none, CrewJob.any] : [0]
        for name in person.comparableNames(scanner: &scanner) {
            for key in name.keys {
                for salt in salts { positions[key ^ salt] = position }
            }
        }
    }
}

/// A job in the crew, which sources name in their own languages and words.
struct CrewJob: Equatable {
    /// The job in one of its names, in lowercase.
    private let name: String

    init(_ name: String) {
        let name = name.lowercased()
        self.name = Self.names[name] ?? name
    }

    /// What some sources call all who wrote a part of a film.
    static let writer = CrewJob("writer")

    /// The salt of people without a job.
    static let none: UInt64 = 1
    /// The salt of people whatever their job.
    static let any: UInt64 = 2

    /// The number that tells this job from others in the keys of an index.
    var salt: UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Returns the salts of the jobs that a job may mean, the likeliest first.
    static func salts(matching job: String?) -> [UInt64] {
        guard let job = job.map(CrewJob.init) else { return [any] }
        if job == .writer { return [job.salt] + writing.map { CrewJob($0).salt } + [none] }
        return [job.salt] + (writing.contains(job.name) ? [CrewJob.writer.salt] : []) + [none]
    }

    /// Whether two jobs may be the same.
    static func areOne(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return true }
        return CrewJob(one) == CrewJob(other)
    }

    /// The jobs of those who wrote a part of a film.
    private static let writing = ["screenplay", "story", "original story", "novel", "adaptation", "teleplay"]

    private static let names: [String: String] = {
        let groups = [
            ["director", "감독"], ["screenplay", "각본", "시나리오", "시나리오(각본)"], ["story", "스토리"],
            ["novel", "원작", "author", "book", "short story", "comic book", "theatre play"], ["adaptation", "각색"],
            ["director of photography", "cinematography", "촬영", "촬영감독"], ["editor", "편집"],
            ["original music composer", "music", "음악", "음악감독"], ["producer", "프로듀서"],
            ["production design", "프로덕션 디자인", "미술", "미술감독", "미술/프로덕션 디자인"],
        ]
        return Dictionary(
            groups.flatMap { group in group.map { ($0, group[0]) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}

extension Person {
    fileprivate func hasName(isLatin: Bool) -> Bool { name.isLatin == isLatin || nameEn?.isLatin == isLatin }

    /// Returns the person with the other script's name, the ids, the character, and the job from another source.
    func completed(with other: Person) -> Person {
        var person = self
        if nameEn == nil || name.isLatin {
            let names = [name, nameEn, other.name, other.nameEn].compactMap(\.self)
            if let local = names.first(where: { !$0.isLatin }), let latin = names.first(where: \.isLatin) {
                person.name = local
                person.nameEn = latin
            }
        }
        person.ids.merge(other.ids) { own, _ in own }
        person.character = character ?? other.character
        person.job = job ?? other.job
        person.images = images.isEmpty ? other.images : images
        return person
    }
}
