import MovieDomain

/// Compares films of a table, two at a time.
struct PairComparer {
    let basis: ComparisonBasis
    var letters = LetterComparison()
    var alignment = SoundAlignment()
    var vowels = VowelComparison()
    var titleBits = DigestBits()
    /// The number of pairs of titles and names that were compared letter by letter so far.
    var work = 0

    /// The most titles, and names of directors, of a film that are compared letter by letter, because the work grows with
    /// those of both films.
    static let mostAlike = 8

    init(_ table: FilmTable, weights: MatchWeights, priorShift: Double = 0) {
        basis = ComparisonBasis(table, weights: weights, priorShift: priorShift)
    }

    init(_ basis: ComparisonBasis) {
        self.basis = basis
    }

    var table: FilmTable { basis.table }
    var weights: MatchWeights { basis.weights }
    /// The score before any comparison: the more films, the likelier a match by chance.
    var prior: Double { basis.prior }

    mutating func compare(_ left: Int, _ right: Int) -> PairEvidence {
        compare(table.films[left], table.films[right], atLeast: -.infinity)
    }

    /// Compares two films, but skips the expensive comparisons if the score stays below `threshold` anyway.
    mutating func compare(_ mine: FilmProfile, _ theirs: FilmProfile, atLeast threshold: Double) -> PairEvidence {
        var evidence = PairEvidence()
        evidence.prior = prior
        compareYears(mine, theirs, &evidence)
        compareDates(mine, theirs, &evidence)
        compareRuntimes(mine, theirs, &evidence)
        // If both films are marked, a difference is also a veto.
        if (mine.isSeries ?? false) != (theirs.isSeries ?? false) { evidence.series = weights.seriesAndFilm }
        if evidence.score + basis.most(mine, theirs) < threshold { return evidence }
        compareCast(mine, theirs, &evidence)
        compareCountries(mine, theirs, &evidence)
        findEqualDirector(mine, theirs, &evidence)
        if evidence.directorAgreement == .unknown { compareDirectors(mine, theirs, &evidence) }
        compareTitles(mine, theirs, atLeast: threshold - evidence.score, &evidence)
        return evidence
    }

    /// Returns the reason why two films cannot be the same, however similar they are, or `nil` if there is none.
    func veto(_ left: Int, _ right: Int) -> PairEvidence.Veto? {
        let (mine, theirs) = (table.films[left], table.films[right])
        if hasIDConflict(mine, theirs) { return .differentID }
        if areTooFarApart(mine, theirs) { return .yearsApart }
        if let left = mine.isSeries, let right = theirs.isSeries, left != right { return .seriesAndFilm }
        if mine.titles.isEmpty || theirs.titles.isEmpty { return .noTitle }
        return sequelsConflict(mine, theirs) ? .differentSequels : nil
    }

    /// Whether the years of two films are more than two apart, and nothing says that both belong to one film.
    func areTooFarApart(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        left.year != 0 && right.year != 0 && abs(left.year - right.year) > 2
            && !isOneRelease(left, right) && !isRerelease(left, right)
    }

    /// Whether one year may be that of the production, and the other one that of the release: a title is equal, and so is
    /// the day with the director or the running time; or the one year is that of its day, which is about the same.
    private func isOneRelease(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        guard left.date != FilmProfile.noDate, right.date != FilmProfile.noDate,
            abs(left.date - right.date) <= PairComparer.daysOfRelease, shareTitle(left, right),
            !isNewYearsDay(left.date), !isNewYearsDay(right.date)
        else { return false }
        if isYearOfRelease(left) || isYearOfRelease(right) { return true }
        let isLength =
            left.runtime != 0 && right.runtime != 0
            && abs(left.runtime - right.runtime) <= PairComparer.minutesOfRerelease
        return left.date == right.date && (isLength || haveEqualDirector(left, right))
    }

    private func isYearOfRelease(_ film: FilmProfile) -> Bool {
        CalendarDate(daysSinceEpoch: Int(film.date)).year == Int(film.year)
    }

    /// The most days between the dates of one release.
    static let daysOfRelease: Int32 = 14

    /// Whether the later year may be that of another release: title and director are equal, and nothing speaks of a
    /// remake.
    private func isRerelease(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        guard left.directorMask & right.directorMask != 0, haveEqualDirector(left, right) else { return false }
        let isLength =
            if left.runtime != 0, right.runtime != 0 {
                abs(left.runtime - right.runtime) <= PairComparer.minutesOfRerelease
            } else {
                left.isEdition || right.isEdition || abs(left.year - right.year) <= PairComparer.yearsOfRerelease
            }
        return isLength && shareTitle(left, right)
    }

    private func shareTitle(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        left.titles.range.contains { mine in
            right.titles.range.contains { table.titles[$0].whole == table.titles[mine].whole }
        }
    }

    /// The most minutes between the running times of two releases of a film, and the most years if one has no running
    /// time.
    private static let minutesOfRerelease: Int32 = 2
    private static let yearsOfRerelease: Int32 = 5

    private func haveEqualDirector(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        left.directors.range.contains { mine in
            right.directors.range.contains { table.names[$0].digest == table.names[mine].digest }
        }
    }

    /// Whether two films have different ids in one namespace, which makes them different films.
    func hasIDConflict(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        for mine in left.ids.range {
            for theirs in right.ids.range where table.ids[mine].contradicts(table.ids[theirs]) { return true }
        }
        return false
    }

    /// Whether two films have the same ids and no others.
    func haveEqualIDs(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        left.ids.range.count == right.ids.range.count
            && left.ids.range.allSatisfy { mine in right.ids.range.contains { table.ids[$0] == table.ids[mine] } }
    }

    /// Returns the namespace of an id that both films have, the alphabetically first one.
    func sharedNamespace(_ left: FilmProfile, _ right: FilmProfile) -> String? {
        var shared: String?
        for mine in left.ids.range {
            let id = table.ids[mine]
            guard right.ids.range.contains(where: { table.ids[$0] == id }) else { continue }
            let name = table.namespaces.first { $0.space == id.space }?.name ?? "record"
            shared = min(shared ?? name, name)
        }
        return shared
    }

    private func compareYears(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        guard left.year != 0, right.year != 0 else {
            if left.year != right.year { evidence.year = weights.unknownYear }
            return
        }
        let difference = Int(abs(left.year - right.year))
        evidence.yearDifference = difference
        if difference > 1, isOneRelease(left, right) {
            evidence.year = weights.yearsOfProduction
        } else if difference < weights.years.count {
            evidence.year = weights.years[difference]
        } else {
            evidence.year = isRerelease(left, right) ? weights.yearsOfRerelease : weights.yearsBeyond
        }
    }

    private func compareDates(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        guard left.date != FilmProfile.noDate, right.date != FilmProfile.noDate else { return }
        let difference = Int(abs(left.date - right.date))
        evidence.daysApart = difference
        evidence.date = weights.bits(daysApart: difference)
        if evidence.date > weights.newYearsDay, isNewYearsDay(left.date) || isNewYearsDay(right.date) {
            evidence.date = weights.newYearsDay
        }
    }

    private func isNewYearsDay(_ date: Int32) -> Bool {
        let day = CalendarDate(daysSinceEpoch: Int(date))
        return day.month == 1 && day.day == 1
    }

    private func compareRuntimes(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        guard left.runtime != 0, right.runtime != 0 else { return }
        let difference = Int(abs(left.runtime - right.runtime))
        evidence.minutesApart = difference
        evidence.isOtherLength = difference * 10 > Int(max(left.runtime, right.runtime))
        if difference > 20, min(left.runtime, right.runtime) < 45 {
            evidence.runtime = weights.shortAndFeature[evidence.yearDifference ?? 0 == 0 ? 0 : 1]
        } else {
            evidence.runtime = weights.bits(minutesApart: difference)
        }
    }

    private func compareCast(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        guard !left.cast.isEmpty, !right.cast.isEmpty else { return }
        var shared = 0
        var areComparable = false
        var taken: UInt64 = 0
        for mine in left.cast.range {
            for (place, theirs) in right.cast.range.prefix(64).enumerated()
            where table.names[mine].script == table.names[theirs].script {
                areComparable = true
                if taken >> UInt64(place) & 1 == 0, table.names[mine].digest == table.names[theirs].digest {
                    taken |= 1 << UInt64(place)
                    shared += 1
                    break
                }
            }
        }
        guard areComparable else { return }
        evidence.sharedCast = shared
        // Two short lists without a common person are weak evidence.
        if shared == 0, min(left.cast.count, right.cast.count) < 3 { return }
        evidence.cast = weights.cast[min(shared, weights.cast.count - 1)]
    }

    private func compareCountries(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        guard !left.countries.isEmpty, !right.countries.isEmpty else { return }
        let shares = left.countries.range.contains { mine in
            right.countries.range.contains { table.countries[$0] == table.countries[mine] }
        }
        evidence.sharesCountry = shares
        evidence.country = shares ? weights.equalCountry : weights.otherCountry
    }

    private func findEqualDirector(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        for mine in left.directors.range {
            let digest = table.names[mine].digest
            guard right.directors.range.contains(where: { table.names[$0].digest == digest }) else { continue }
            evidence.directorAgreement = .equal
            let key = Int(table.names[mine].key)
            let holders = key < table.keyTable.count ? Int(table.keyTable.counts[key]) : 1
            evidence.director = max(evidence.director, basis.personBits[min(holders, basis.personBits.count - 1)])
        }
    }

    /// Compares directors of whom no two are equal.
    private mutating func compareDirectors(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        var best = NameAgreement.unknown
        let (ours, others) = (
            left.directors.range.prefix(PairComparer.mostAlike), right.directors.range.prefix(PairComparer.mostAlike)
        )
        work += ours.count * others.count
        for mine in ours {
            for theirs in others {
                best = max(best, agreement(table.names[mine], table.names[theirs]))
            }
        }
        evidence.directorAgreement = best
        switch best {
        case .unknown, .equal: break
        case .similar: evidence.director = weights.similarDirector
        case .soundingAlike: evidence.director = weights.soundingDirector
        case .uncertain: evidence.director = weights.uncertainDirector
        case .contradicting: evidence.director = weights.otherDirector
        case .soundingApart: evidence.director = weights.otherSoundingDirector
        }
    }

    private mutating func agreement(_ left: NameProfile, _ right: NameProfile) -> NameAgreement {
        if left.script == right.script { return resemblance(left, right) }
        // Names in Cyrillic or Chinese letters cannot be compared with others.
        guard left.script != .other, right.script != .other else { return .unknown }
        guard !left.sounds.isEmpty, !right.sounds.isEmpty else { return .unknown }
        let (mine, theirs) = (table.sounds[left.sounds.range], table.sounds[right.sounds.range])
        if isKoreanName(left, right) || isKoreanName(right, left) { return .soundingAlike }
        return alignment.isName(mine, theirs) ? .soundingAlike : .soundingApart
    }

    private func isKoreanName(_ hangul: NameProfile, _ latin: NameProfile) -> Bool {
        hangul.script == .hangul && latin.script == .latin
            && KoreanName(table.letters[hangul.letters.range])?.isSpelled(table.letters[latin.letters.range]) ?? false
    }

    /// Compares two names by the pairs of adjacent letters that both have: spellings of one name share most of them,
    /// and relatives such as Tony and Ridley Scott about half.
    private func resemblance(_ left: NameProfile, _ right: NameProfile) -> NameAgreement {
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        let total = Double(mine.count + theirs.count)
        guard 2 * Double(mostShared(mine, theirs)) >= PairComparer.leastOfName * total else { return .contradicting }
        var used: UInt64 = 0
        var shared = 0
        for place in 0..<min(64, mine.count) {
            let first = mine[mine.startIndex + place]
            let second = mine[mine.startIndex + (place + 1) % mine.count]
            for other in 0..<min(64, theirs.count) where used >> UInt64(other) & 1 == 0 {
                if theirs[theirs.startIndex + other] == first,
                    theirs[theirs.startIndex + (other + 1) % theirs.count] == second
                {
                    used |= 1 << UInt64(other)
                    shared += 1
                    break
                }
            }
        }
        let share = 2 * Double(shared) / total
        return share >= 0.7 ? .similar : share >= PairComparer.leastOfName ? .uncertain : .contradicting
    }

    /// The share of pairs of letters from which two names are not clearly different.
    private static let leastOfName = 0.45

    /// Returns an upper limit for the number of pairs of adjacent letters that two names share, in one step for each.
    private func mostShared(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        func bit(_ name: ArraySlice<UInt8>, _ place: Int) -> UInt64 {
            let second = name[name.startIndex + (place + 1) % name.count]
            return 1 << UInt64((name[name.startIndex + place] &* 31 &+ second) & 63)
        }
        var pairs: UInt64 = 0
        for place in 0..<min(64, right.count) { pairs |= bit(right, place) }
        return (0..<min(64, left.count)).count { pairs & bit(left, $0) != 0 }
    }
}
