import MovieDomain

extension CardStatisticsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        reader.isPerson ? page : AnswerOutline(lines(reader.words))
    }

    // MARK: For a person

    /// What each figure counts, and bars that compare the parts.
    private var page: AnswerOutline {
        let counts = statistics
        guard counts.films > 0 else {
            let nothing = counts.year.map { "no film with a day in \($0)" } ?? "no cards"
            return AnswerOutline([.line(nothing, .plain)] + undated)
        }
        var outline = AnswerOutline(summary)
        if counts.ratedFilms > 0 {
            let bars = histogram.filter { $0.films > 0 }.map { bar(FilmWords.stars($0.stars), $0.films) }
            outline.add([.bars(.init(title: "Films by your stars", bars: bars))])
        }
        if !periods.isEmpty {
            let title = "Viewings by \(counts.year == nil ? "year" : "month")"
            outline.add([.bars(.init(title: title, bars: periods.map { bar($0.period, $0.viewings) }))])
        }
        for group in [CardStatistics.Group.genres, .directors, .countries, .decades, .tags] {
            let shares = shares(group)
            guard !shares.isEmpty else { continue }
            let lacking = counts.lacking[group] ?? 0
            let rest = lacking > 0 ? " (unknown for \(lacking.counted("film")))" : ""
            let bars = shares.map { share in
                bar(share.name, share.share.films, share.share.meanStars.map { "★ \($0.hundredths.shortText)" } ?? "")
            }
            outline.add([.bars(.init(title: "Films by \(group.rawValue)\(rest)", bars: bars))])
        }
        return outline
    }

    private func bar(_ name: String, _ count: Int, _ note: String = "") -> AnswerOutline.Bars.Bar {
        AnswerOutline.Bars.Bar(name: name, count: count, note: note)
    }

    private var summary: [AnswerOutline.Block] {
        let counts = statistics
        let again = counts.rewatches > 0 ? ", of which \(counts.rewatches.grouped) of films seen before" : ""
        let stars = counts.meanStars.map { mean in
            let others = counts.films - counts.ratedFilms
            return "\(mean.hundredths.shortText) on average, of \(counts.ratedFilms.counted("film"))"
                + (others > 0 ? "; \(others.grouped) without stars" : "")
        }
        let blocks: [AnswerOutline.Block?] = [
            .line(counts.year.map { "Watched in \($0)" } ?? "Everything watched", .heading),
            .fact("Films", counts.films.grouped), .fact("Viewings", counts.viewings.grouped + again),
            .fact("Time", time), .fact("Stars", stars),
            counts.liked > 0 ? .fact("Liked", counts.liked.counted("film")) : nil,
        ]
        return blocks.compactMap(\.self) + undated
    }

    /// The running time of the viewings, and how many it lacks.
    private var time: String {
        let (minutes, lacking) = (statistics.minutes, statistics.viewingsWithoutRuntime)
        guard lacking < statistics.viewings else { return "not known for any viewing" }
        let known = "\((minutes / 60).grouped) h \(minutes % 60) min"
        return lacking == 0 ? known : "\(known), without \(lacking.counted("viewing")) of films of unknown length"
    }

    private var undated: [AnswerOutline.Block] {
        let undated = statistics.undated
        guard undated > 0 else { return [] }
        let (isOne, isOfYear) = (undated == 1, statistics.year != nil)
        let fate = isOfYear ? (isOne ? "is left out" : "are left out") : "count" + (isOne ? "s once" : " once each")
        return [.fact("Undated", "\(isOne ? "1 card has" : "\(undated.grouped) cards have") no day and \(fate)")]
            .compactMap(\.self)
    }

    // MARK: For an assistant

    /// The counts, each on a line, and the most frequent genres, directors, countries, and decades.
    private func lines(_ words: Wording) -> [AnswerOutline.Block] {
        func shares(_ group: CardStatistics.Group) -> String {
            self.shares(group).map { "\($0.name) \($0.share.films)" }.joined(separator: ", ")
        }
        func count(_ word: Wording.Word, _ count: Int) -> AnswerOutline.Block? {
            count == 0 ? nil : .fact(words(word), "\(count)")
        }
        let counts = statistics
        let unknown = counts.viewingsWithoutRuntime
        let hours = (counts.minutes / 60).grouped + (unknown > 0 ? " (\(words(.withoutRuntime)): \(unknown))" : "")
        let stars = histogram.filter { $0.films > 0 }.map { "\($0.stars.shortText)×\($0.films)" }
        let watched = periods.filter { $0.viewings > 0 }.map { "\($0.period) \($0.viewings)" }
        let blocks: [AnswerOutline.Block?] = [
            .fact(words(.year), counts.year.map(String.init)), .fact(words(.films), "\(counts.films)"),
            count(.viewings, counts.viewings), count(.rewatches, counts.rewatches),
            hours == "0" ? nil : .fact(words(.hours), hours),
            .fact(words(.meanStars), counts.meanStars?.hundredths.shortText),
            .fact(words(.stars), stars.joined(separator: ", ")),
            .fact(words(.periods), watched.joined(separator: ", ")),
            .fact(words(.genres), shares(.genres)), .fact(words(.directors), shares(.directors)),
            .fact(words(.countries), shares(.countries)), .fact(words(.decades), shares(.decades)),
            count(.undated, counts.undated),
        ]
        return blocks.compactMap(\.self)
    }
}
