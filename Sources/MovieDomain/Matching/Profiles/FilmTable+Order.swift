extension FilmTable {
    /// Puts the films by year, those without one first, then by what is said of them: no arrival changes it.
    ///
    /// What belongs to the films is put in the same order. Films that may be one lie near together then: comparing many
    /// films is mostly waiting for memory.
    mutating func arrange() -> CanonicalOrder {
        let order = CanonicalOrder(positions: canonicalPositions())
        films = order.positions.map { films[Int($0)] }
        ids = arranged(ids) { $0.ids = $1($0.ids) }
        titles = arranged(titles) { $0.titles = $1($0.titles) }
        names = arranged(names) { film, moved in
            film.directors = moved(film.directors)
            film.cast = moved(film.cast)
        }
        countries = arranged(countries) { $0.countries = $1($0.countries) }
        keys = arranged(keys) { $0.keys = $1($0.keys) }
        arrangeWords()
        arrangeLetters()
        return order
    }

    private func canonicalPositions() -> [UInt32] {
        var keyed: [(year: Int32, film: UInt32, digest: UInt64)] = []
        keyed.reserveCapacity(films.count)
        for (index, film) in films.enumerated() {
            keyed.append((film.year, UInt32(truncatingIfNeeded: index), film.digest))
        }
        keyed.sort { left, right in
            if left.year != right.year { return left.year < right.year }
            if left.digest != right.digest { return left.digest < right.digest }
            return left.film < right.film
        }
        return keyed.map(\.film)
    }

    /// The elements that belong to films, in the order of the films; `move` changes a film's runs of them.
    @inline(__always)
    private mutating func arranged<Element>(
        _ elements: [Element],
        _ move: (inout FilmProfile, (Run) -> Run) -> Void
    ) -> [Element] {
        var arranged: [Element] = []
        arranged.reserveCapacity(elements.count)
        for place in films.indices {
            move(&films[place]) { FilmTable.append($0, of: elements, to: &arranged) }
        }
        return arranged
    }

    private mutating func arrangeWords() {
        var arranged: [TitleWordProfile] = []
        arranged.reserveCapacity(words.count)
        for title in titles.indices {
            titles[title].words = FilmTable.append(titles[title].words, of: words, to: &arranged)
        }
        words = arranged
    }

    private mutating func arrangeLetters() {
        var arranged: [UInt8] = []
        arranged.reserveCapacity(letters.count)
        for index in titles.indices {
            let former = titles[index].letters
            titles[index].letters = FilmTable.append(former, of: letters, to: &arranged)
            for word in titles[index].words.range {
                words[word].letters.start = words[word].letters.start - former.start + titles[index].letters.start
            }
        }
        for index in names.indices {
            names[index].letters = FilmTable.append(names[index].letters, of: letters, to: &arranged)
        }
        letters = arranged
    }

    /// Appends what a run of one array holds to another, and says where it stands there.
    @inline(__always)
    private static func append<Element>(_ run: Run, of elements: [Element], to others: inout [Element]) -> Run {
        let start = others.count
        for index in run.range { others.append(elements[index]) }
        return Run(from: start, to: others.count)
    }
}

extension FilmTable {
    /// Films of one source that say exactly the same, as links; the films are in canonical order.
    func twins(_ areSame: (Int, Int) -> Bool) -> [MatchEdge] {
        var twins: [MatchEdge] = []
        for film in films.indices {
            for other in films.indices[(film + 1)...].prefix(64) {
                guard films[other].digest == films[film].digest, films[other].year == films[film].year else { break }
                guard films[other].source == films[film].source, areSame(film, other) else { continue }
                let (left, right) = (UInt32(truncatingIfNeeded: film), UInt32(truncatingIfNeeded: other))
                twins.append(MatchEdge(left: left, right: right, score: MatchEdge.sure))
                break
            }
        }
        return twins
    }
}
