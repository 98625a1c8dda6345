/// People of one film, found again by either of their names.
struct PersonRoster {
    private(set) var people: [Person]
    private var positions: [UInt64: Int] = [:]
    private var scanner = TitleScanner()

    init(_ people: [Person]) {
        self.people = people
        for position in people.indices.reversed() {
            index(people[position].comparableNames(scanner: &scanner), at: position)
        }
    }

    /// Fills in what another source knows of the same people, and adds the others where that is wanted.
    ///
    /// - Returns: Whether the source belongs to what came of it: it gave something, or named exactly these people.
    mutating func complete(with others: [Person], adding: Bool) -> Bool {
        var contributed = false
        var known = Set<Int>()
        for person in others {
            let names = person.comparableNames(scanner: &scanner)
            if let position = position(of: names) {
                known.insert(position)
                let completed = people[position].completed(with: person)
                if completed != people[position] {
                    contributed = true
                    people[position] = completed
                    index(names, at: position)
                }
            } else if adding {
                index(names, at: people.count)
                people.append(person)
                contributed = true
            } else {
                known.insert(-1)
            }
        }
        return contributed || known == Set(people.indices)
    }

    private func position(of names: [PersonName]) -> Int? {
        for name in names {
            for key in name.keys {
                if let position = positions[key] { return position }
            }
        }
        return nil
    }

    private mutating func index(_ names: [PersonName], at position: Int) {
        for name in names {
            for key in name.keys { positions[key] = position }
        }
    }
}
