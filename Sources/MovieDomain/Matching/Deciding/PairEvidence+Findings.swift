extension PairEvidence {
    /// Everything that was compared, in words.
    var comparisons: [MatchComparison] {
        var comparisons: [MatchComparison] = []
        func add(_ field: String, _ finding: String?, _ bits: Double) {
            if let finding { comparisons.append(MatchComparison(field: field, finding: finding, bits: bits)) }
        }
        add("prior", "before anything is compared", prior)
        add("year", yearFinding, year)
        add("title", titleFindings.isEmpty ? nil : titleFindings.joined(separator: ", "), title)
        add("releaseDate", dateFinding, date)
        add("directors", directorFinding, director)
        add("runtime", runtimeFinding, runtime)
        add("cast", castFinding, cast)
        add("countries", sharesCountry.map { $0 ? "country equal" : "countries differ" }, country)
        return comparisons
    }

    /// What speaks for one film, in words, in the order of the fields.
    var reasons: [String] {
        comparisons.filter { $0.bits > 0 && $0.field != "prior" }.flatMap { comparison in
            comparison.field == "title" ? titleFindings : [comparison.finding]
        }
    }

    /// What speaks against it.
    var objections: [String] {
        comparisons.filter { $0.bits < 0 && $0.field != "prior" }.map(\.finding)
    }

    private var titleFindings: [String] {
        switch titleRelation {
        case .none: []
        case .equal:
            [NormalizedTitle.Script.hangul, .latin, .other].filter { equalScripts >> $0.rawValue & 1 == 1 }
                .map { "\(PairEvidence.name(of: $0)) equal" }
        case .alike: ["\(PairEvidence.name(of: titleScript)) alike"]
        case .contained: ["\(PairEvidence.name(of: titleScript)) contained in the other"]
        case .soundsAlike: ["titles sound alike"]
        case .unlike: ["\(PairEvidence.name(of: titleScript))s unlike"]
        }
    }

    private static func name(of script: NormalizedTitle.Script) -> String {
        switch script {
        case .hangul: "Korean title"
        case .latin: "English title"
        case .other: "title"
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
        guard let minutesApart else { return nil }
        if minutesApart <= 1 { return "running time equal" }
        return "running times \(minutesApart) minutes apart"
    }

    private var directorFinding: String? {
        switch directorAgreement {
        case .unknown: nil
        case .equal: "director equal"
        case .similar: "director alike"
        case .soundingAlike: "directors sound alike"
        case .contradicting, .soundingApart: "directors differ"
        }
    }

    private var castFinding: String? {
        guard let sharedCast else { return nil }
        return sharedCast == 0 ? "nobody of the cast shared" : "\(sharedCast) of the cast shared"
    }
}

extension PairEvidence.Veto {
    /// In words.
    var finding: String {
        switch self {
        case .differentID: "ids differ"
        case .differentSequels: "different parts of a series"
        case .yearsApart: "years more than 2 apart"
        case .noTitle: "no title to compare"
        }
    }
}
