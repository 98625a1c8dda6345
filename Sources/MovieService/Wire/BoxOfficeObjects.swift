package import MovieAggregation
package import MovieDomain

extension BoxOfficeSpan: WireChoice {}

extension BoxOfficeResult: WireObject {
    package static let wire = WireDescription<BoxOfficeResult>(
        "BoxOfficeResult",
        "The box office of one period, in order of rank, and what became of every source.",
        [.always("entries", \.entries), .always("period", \.period), .always("sources", \.sources)]
    )
}

extension BoxOfficePeriod: WireObject {
    package static let wire = WireDescription<BoxOfficePeriod>(
        "Period",
        "The days that a box office covers, both ends included.",
        [.always("span", \.span), .always("from", \.from), .always("to", \.to)]
    )
}

extension BoxOfficeEntry: WireObject {
    package static let wire = WireDescription<BoxOfficeEntry>(
        "BoxOfficeEntry",
        "One film of a box office, with its figures; what the source does not say is left out.",
        [
            .always("rank", \.figures.rank, as: .integer(atLeast: 1)),
            .known("rankChange", \.figures.rankChange, "Places gained (positive) or lost against the period before."),
            .known("isNew", \.figures.isNew, "Whether the period before did not have it."),
            .always("movie", \.movie),
            .known("audience", { $0.figures.audience == .init() ? nil : $0.figures.audience }),
            .known("sales", { $0.figures.sales == .init() ? nil : $0.figures.sales }),
            .known("screens", \.figures.screens, as: .count),
            .known("showings", \.figures.showings, as: .count),
        ]
    )
}

extension BoxOfficeFigures.Audience: WireObject {
    package static let wire = WireDescription<BoxOfficeFigures.Audience>(
        "Audience",
        "People in the seats.",
        [
            .known("count", \.count, as: .count),
            .known("change", \.change, "Against the period before."),
            .known("changePercent", \.changePercent),
            .known("total", \.total, as: .count, "Since the release."),
        ]
    )
}

extension BoxOfficeFigures.Sales: WireObject {
    package static let wire = WireDescription<BoxOfficeFigures.Sales>(
        "Sales",
        "Money taken, in whole units of the currency.",
        [
            .known("amount", \.amount),
            .known("share", \.share, "Percent of all sales of the period."),
            .known("change", \.change, "Against the period before."),
            .known("changePercent", \.changePercent),
            .known("total", \.total, "Since the release."),
            .known("currency", \.currency, "ISO 4217: `KRW`."),
        ]
    )
}

extension TrendResult: WireObject {
    package static let wire = WireDescription<TrendResult>(
        "TrendResult",
        "Films over a range of days, and what became of every source that was asked.",
        [
            .always("series", \.series),
            .always("period", { DayRange(from: $0.from, to: $0.to) }),
            .always("gaps", \.gaps, "The days of which nothing is known, and why; in order."),
            .nonEmpty("absent", \.absent, "Those of `ids` that are in no list of these days."),
            .always("sources", \.sources),
        ]
    )
}

/// The days of a trend.
struct DayRange: WireObject {
    let from: CalendarDate
    let to: CalendarDate

    static let wire = WireDescription<DayRange>(
        "DayRange",
        "A range of days, both ends included.",
        [.always("from", \.from), .always("to", \.to)]
    )
}

extension TrendSeries: WireObject {
    package static let wire = WireDescription<TrendSeries>(
        "TrendSeries",
        "One film over the days whose lists have it.",
        [.always("movie", \.movie), .always("days", \.days, "In order.")]
    )
}

extension BoxOfficeTrend.Day: WireObject {
    package static let wire = WireDescription<BoxOfficeTrend.Day>(
        "TrendDay",
        "The figures of one film on one day; what the source does not say is left out.",
        [
            .always("date", \.date),
            .always("rank", \.figures.rank, as: .integer(atLeast: 1)),
            .known("audience", { $0.figures.audience == .init() ? nil : $0.figures.audience }),
            .known("sales", { $0.figures.sales == .init() ? nil : $0.figures.sales }),
            .known("screens", \.figures.screens, as: .count),
            .known("showings", \.figures.showings, as: .count),
        ]
    )
}

extension TrendGap: WireObject {
    package static let wire = WireDescription<TrendGap>(
        "TrendGap",
        "A day of which nothing is known.",
        [
            .always("date", \.date),
            .always("status", \.status, "`empty` if the source has no list of the day; otherwise how it failed."),
            .always("reason", \.reason),
        ]
    )
}
