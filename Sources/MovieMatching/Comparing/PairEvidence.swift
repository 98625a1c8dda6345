/// The evidence that two films are the same, in bits; score and reasons come from the same data.
struct PairEvidence: Sendable {
    enum TitleRelation: UInt8 {
        /// There are no titles to compare.
        case none
        case equal
        case alike
        /// The titles are equal but for the spelling of a word.
        case respelled
        /// One title contains the other, and its further words may be those of another work.
        case contained
        /// One title is the other with a subtitle or a name before it.
        case longForm
        case soundsAlike
        /// The titles are in two scripts and share a number or a word in Latin letters.
        case sharesWord
        /// The titles are in two scripts and have nothing in common.
        case soundsApart
        case unlike
    }

    /// A reason why two films cannot be the same, however similar they are.
    enum Veto: UInt8 {
        case differentID, differentSequels, yearsApart, noTitle, seriesAndFilm
    }

    var titleRelation = TitleRelation.none
    var titleScript = TitleScript.latin
    /// The number of words that titles share which are only alike: neither the same words nor a slip of the pen.
    var looseWords: Int?
    /// The scripts in which a title is equal, one bit for each.
    var equalScripts: UInt8 = 0
    var title = 0.0
    var yearDifference: Int?
    var year = 0.0
    var daysApart: Int?
    var date = 0.0
    var minutesApart: Int?
    /// Whether the running times are a tenth apart.
    var isOtherLength = false
    var runtime = 0.0
    var directorAgreement = NameAgreement.unknown
    var director = 0.0
    /// The number of shared members of the cast; `nil` if the lists cannot be compared.
    var sharedCast: Int?
    var cast = 0.0
    var sharesCountry: Bool?
    var country = 0.0
    /// Negative if only one film is marked as a series.
    var series = 0.0
    var prior = 0.0

    /// The sum: the binary logarithm of the odds that both films are the same.
    var score: Double { prior + title + year + date + runtime + director + cast + country + series }

    /// The bits that speak against a match, without those of titles and years, which sources write in their own ways.
    var contradiction: Double {
        -[date, runtime, director, cast, country, series].reduce(0) { $0 + min(0, $1) }
    }

    /// Whether nothing but titles and years supports a match.
    var isOfTitleAndYear: Bool { max(date, runtime, director, cast) <= 0 }

    /// Why the evidence is too one-sided for a match, whatever the score, or `nil` if it is not.
    func lack(_ weights: MatchWeights) -> String? {
        // Many films come out on the same day and are equally long, so that alone is not a match.
        if title <= 0, director <= 0, cast <= 0 { return "nothing in titles or names says so" }
        if titleRelation == .contained, date + runtime + director + cast < weights.leastBesidePart {
            return "one title has more words, and no person, day, or running time agrees"
        }
        if isContradicted { return PairEvidence.contradicted }
        if isLoose, max(director, cast, runtime) <= 0 {
            return "titles are only alike, and no person or running time agrees"
        }
        if director > 0 || cast > 0, !isLikelyRetitled(weights) {
            return "titles differ, as those of several films with the same people do"
        }
        if directorAgreement == .contradicting, date <= 0, sharedCast ?? 0 < PairEvidence.enoughCast,
            equalScripts.nonzeroBitCount < 2
        {
            return "directors differ, and neither the day nor the cast says otherwise"
        }
        let isTitleAlone = max(year, date, runtime, director, cast) <= 0
        return isTitleAlone && title < weights.equalTitle.upperBound ? "nothing but a title says so" : nil
    }

    /// Whether directors differ, and so do the days or the running times, as those of namesakes of one year do.
    var isContradicted: Bool {
        [.contradicting, .soundingApart].contains(directorAgreement) && sharedCast ?? 0 == 0
            && equalScripts.nonzeroBitCount < 2 && (isOtherLength || daysApart ?? 0 > PairEvidence.daysOfNamesakes)
    }

    static let contradicted = "directors differ, and so do the days or the running times"
    private static let daysOfNamesakes = 60

    /// Whether titles are alike as those of two films are, such as `Night Ferry` and `Midnight Ferry`; a list of titles and
    /// years alone has nothing better than two shared words.
    private var isLoose: Bool {
        guard let looseWords else { return false }
        return daysApart != nil || looseWords < 2
    }

    /// The shared members of the cast that outweigh another director.
    private static let enoughCast = 2

    /// Whether titles are equal, or differ as those of one film: the fewer words they share, the closer its time and
    /// length must be, because films of one director or cast often have the same year.
    private func isLikelyRetitled(_ weights: MatchWeights) -> Bool {
        let isOfOneYear = yearDifference ?? 0 == 0
        let isOfOneTime =
            isOfOneYear
            ? daysApart ?? 0 <= 60 && minutesApart ?? 0 <= 10
            : yearDifference == 1 && daysApart == nil && minutesApart == 0
        return switch titleRelation {
        case .none, .equal, .respelled, .longForm, .soundsAlike, .sharesWord, .soundsApart: true
        case .contained: isOfOneYear
        case .alike: isOfOneTime && ((daysApart ?? minutesApart) != nil || title >= weights.equalTitle.lowerBound)
        case .unlike: isOfOneTime && (daysApart ?? minutesApart) != nil
        }
    }
}

extension PairEvidence {
    /// All comparisons, in words.
    var comparisons: [MatchComparison] {
        var comparisons: [MatchComparison] = []
        func add(_ field: String, _ finding: String?, _ bits: Double) {
            if let finding { comparisons.append(MatchComparison(field: field, finding: finding, bits: bits)) }
        }
        add("prior", "before anything is compared", prior)
        add("year", yearFinding ?? (year < 0 ? "only one has a year" : nil), year)
        add("title", titleFindings.isEmpty ? nil : titleFindings.joined(separator: ", "), title)
        add("releaseDate", dateFinding, date)
        add("directors", directorFinding, director)
        add("runtime", runtimeFinding, runtime)
        add("cast", castFinding, cast)
        add("series", series < 0 ? "one is a series" : nil, series)
        add("countries", sharesCountry.map { $0 ? "country equal" : "countries differ" }, country)
        return comparisons
    }

    /// The findings in favor of a match, in words and in the order of the fields.
    var reasons: [String] {
        var reasons: [String] = []
        reasons.reserveCapacity(8)
        func add(_ bits: Double, _ finding: @autoclosure () -> String?) {
            if bits > 0, let finding = finding() { reasons.append(finding) }
        }
        add(year, yearFinding)
        if title > 0 { reasons += titleFindings }
        add(date, dateFinding)
        add(director, directorFinding)
        add(runtime, runtimeFinding)
        add(cast, castFinding)
        if sharesCountry == true { add(country, "country equal") }
        if sharesCountry == false { add(country, "countries differ") }
        return reasons
    }

    var objections: [String] {
        comparisons.filter { $0.bits < 0 && $0.field != "prior" }.map(\.finding)
    }

    /// What contradicts an equal id, in words, if it would keep the films apart without the id.
    ///
    /// A single difference is no news: films are retitled, and sources count minutes in their own ways.
    var reservation: String? {
        guard score < prior else { return nil }
        // A year that only one film has contradicts nothing.
        let isYearKnown = yearDifference != nil
        let against = comparisons.filter {
            $0.bits < 0 && $0.field != "prior" && ($0.field != "year" || isYearKnown)
        }
        return against.count > 1 ? "although " + against.map(\.finding).joined(separator: ", ") : nil
    }

    private var titleFindings: [String] {
        switch titleRelation {
        case .none: []
        case .equal:
            [TitleScript.hangul, .latin, .other].filter { equalScripts >> $0.rawValue & 1 == 1 }
                .map { PairEvidence.words(of: $0).equal }
        case .alike, .respelled: [PairEvidence.words(of: titleScript).alike]
        case .contained, .longForm: [PairEvidence.words(of: titleScript).contained]
        case .soundsAlike: [title > 0 ? "titles sound alike" : "titles sound somewhat alike"]
        case .sharesWord: ["titles share a word"]
        case .soundsApart: ["titles do not sound alike"]
        case .unlike: [PairEvidence.words(of: titleScript).unlike]
        }
    }

    private typealias TitleWords = (equal: String, alike: String, contained: String, unlike: String)

    /// Returns the phrases for a script, as literals because composed strings would be created anew for every pair.
    private static func words(of script: TitleScript) -> TitleWords {
        switch script {
        case .hangul:
            (
                "Korean title equal", "Korean title alike", "Korean title contained in the other",
                "Korean titles unlike"
            )
        case .latin:
            (
                "English title equal", "English title alike", "English title contained in the other",
                "English titles unlike"
            )
        case .other: ("title equal", "title alike", "title contained in the other", "titles unlike")
        }
    }

    private var yearFinding: String? {
        switch yearDifference {
        case nil: nil
        case 0: "same year"
        case 1: "years one apart"
        case .some(let years): "years \(years) apart"
        }
    }

    private var dateFinding: String? {
        switch daysApart {
        case nil: nil
        case 0: "release date equal"
        case .some(let days): "releases \(days) day\(days == 1 ? "" : "s") apart"
        }
    }

    private var runtimeFinding: String? {
        switch minutesApart {
        case nil: nil
        case 0: "running time equal"
        case .some(let minutes): "running times \(minutes) minute\(minutes == 1 ? "" : "s") apart"
        }
    }

    private var directorFinding: String? {
        switch directorAgreement {
        case .unknown: nil
        case .equal: "director equal"
        case .similar: "director alike"
        case .soundingAlike: "directors sound alike"
        case .uncertain: "directors somewhat alike"
        case .contradicting, .soundingApart: "directors differ"
        }
    }

    private var castFinding: String? {
        guard let sharedCast else { return nil }
        return sharedCast == 0 ? "no cast shared" : "\(sharedCast) of the cast shared"
    }
}

extension PairEvidence.Veto {
    var finding: String {
        switch self {
        case .differentID: "ids differ"
        case .differentSequels: "different parts of a series"
        case .yearsApart: "years more than 2 apart"
        case .noTitle: "no title to compare"
        case .seriesAndFilm: "one is a series, the other a film"
        }
    }
}

/// The result of comparing two lists of names: that of the pair with the greatest agreement.
///
/// One equal pair is enough, and a difference in one script outweighs one between two scripts.
enum NameAgreement: UInt8, Comparable, Sendable {
    /// One side has no names, or they cannot be compared.
    case unknown
    /// The names are in two scripts and do not sound alike.
    case soundingApart
    case contradicting
    /// The names share about half of their letters.
    case uncertain
    /// The names are in two scripts and sound alike.
    case soundingAlike
    /// The names differ but may be spellings of one name.
    case similar
    case equal

    static func < (left: NameAgreement, right: NameAgreement) -> Bool { left.rawValue < right.rawValue }
}
