extension FilmTable {
    /// Appends the films of another table with the same sources, as if they had been added one by one.
    package mutating func append(_ other: FilmTable) {
        let numbers = keyTable.merge(other.keyTable)
        let bases = (
            ids: ids.count, titles: titles.count, words: words.count, names: names.count, countries: countries.count,
            keys: keys.count, letters: letters.count
        )
        for var film in other.films {
            film.ids.move(by: bases.ids)
            film.titles.move(by: bases.titles)
            film.directors.move(by: bases.names)
            film.cast.move(by: bases.names)
            film.countries.move(by: bases.countries)
            film.keys.move(by: bases.keys)
            films.append(film)
        }
        for var title in other.titles {
            title.letters.move(by: bases.letters)
            title.words.move(by: bases.words)
            titles.append(title)
        }
        for var word in other.words {
            word.letters.move(by: bases.letters)
            word.key = numbers[Int(word.key)]
            words.append(word)
        }
        for var name in other.names {
            name.letters.move(by: bases.letters)
            if name.key != .max { name.key = numbers[Int(name.key)] }
            names.append(name)
        }
        keys += other.keys.map { $0.renumbered(numbers[Int($0.number)]) }
        ids += other.ids
        countries += other.countries
        letters += other.letters
        appendNamespaces(of: other)
        hasHangulOnly = hasHangulOnly || other.hasHangulOnly
        hasLatinOnly = hasLatinOnly || other.hasLatinOnly
    }
}

extension Run {
    /// Moves the run to the position of its elements after `count` others.
    mutating func move(by count: Int) { start += UInt32(truncatingIfNeeded: count) }
}

extension KeyTable {
    /// Adds the keys and counts of another table and returns the number of each of its keys in this table.
    mutating func merge(_ other: KeyTable) -> [UInt32] {
        (0..<other.count).map { key in
            let number = insert(other.digest(of: key))
            count(number, by: other.counts[key])
            return UInt32(truncatingIfNeeded: number)
        }
    }
}
