package import MovieAggregation
package import MovieDomain

extension BoxOfficeSpan: WireChoice {}
extension BoxOfficeQuery.Nationality: WireChoice {}
extension BoxOfficeQuery.Category: WireChoice {}

extension BoxOfficeResult: WireObject {
    package static let wire = WireDescription<BoxOfficeResult>(
        "BoxOfficeResult",
        "The box office of one period, in order of rank, and the outcome of every source.",
        [.always("entries", \.entries), .always("period", \.period)] + WireField.outcome(\.sources)
    )
}

extension BoxOfficePeriod: WireObject {
    package static let wire = WireDescription<BoxOfficePeriod>(
        "Period",
        "The days that a box office covers, including both ends.",
        [.always("span", \.span), .always("from", \.from), .always("to", \.to)]
    )
}

extension BoxOfficeEntry: WireObject {
    package static let wire = WireDescription<BoxOfficeEntry>(
        "BoxOfficeEntry",
        "One film of a box office, with its figures. Unknown figures are left out.",
        [
            .always("rank", \.figures.rank, as: .integer(atLeast: 1)),
            .known("rankChange", \.figures.rankChange, "Places gained (positive) or lost since the previous period."),
            .known("isNew", \.figures.isNew, "Whether the film is new in this period."),
            .always("movie", \.movie),
            .known("audience", { $0.figures.audience == .init() ? nil : $0.figures.audience }),
            .known("sales", { $0.figures.sales == .init() ? nil : $0.figures.sales }),
            .known("screens", \.figures.screens, as: .count),
            .known("showings", \.figures.showings, as: .count),
            .known("audiencePerScreen", \.figures.audiencePerScreen, "Admissions for each screen, to a tenth."),
            .known("audiencePerShowing", \.figures.audiencePerShowing, "Admissions for each showing, to a tenth."),
        ]
    )
}

extension BoxOfficeFigures.Audience: WireObject {
    package static let wire = WireDescription<BoxOfficeFigures.Audience>(
        "Audience",
        "The admissions of a film.",
        [
            .known("count", \.count, as: .count),
            .known("change", \.change, "Compared with the previous period."),
            .known("changePercent", \.changePercent),
            .known("total", \.total, as: .count, "Since the release."),
        ]
    )
}

extension BoxOfficeFigures.Sales: WireObject {
    package static let wire = WireDescription<BoxOfficeFigures.Sales>(
        "Sales",
        "Sales, in whole units of the currency.",
        [
            .known("amount", \.amount),
            .known("share", \.share, "The percentage of all sales of the period."),
            .known("change", \.change, "Compared with the previous period."),
            .known("changePercent", \.changePercent),
            .known("total", \.total, "Since the release."),
            .known("currency", \.currency, "ISO 4217: `KRW`."),
        ]
    )
}

extension TrendResult: WireObject {
    package static let wire = WireDescription<TrendResult>(
        "TrendResult",
        "Films over a range of days, and the outcome of every source that was asked.",
        [
            .always("series", \.series),
            .always("period", { DayRange(from: $0.from, to: $0.to) }),
            .known(
                "date",
                \.leadersDay,
                "The day whose top films are shown: the requested one, or the nearest with a list."
            ),
            .always("gaps", \.gaps, "The days without data, in order, with the reasons."),
            .nonEmpty("stale", \.old, "The days whose figures are from old answers, in order."),
            .nonEmpty("absent", \.absent, "The films in `ids` that are in none of the lists."),
            .nonEmpty(
                "undecided",
                \.undecided,
                "The films in `ids` that may be in the lists: no source says which film of the lists they are."
            ),
        ] + WireField.outcome(\.sources)
    )
}

struct DayRange: WireObject {
    let from: CalendarDate
    let to: CalendarDate

    static let wire = WireDescription<DayRange>(
        "DayRange",
        "A range of days, including both ends.",
        [.always("from", \.from), .always("to", \.to)]
    )
}

extension TrendSeries: WireObject {
    package static let wire = WireDescription<TrendSeries>(
        "TrendSeries",
        "One film, on the days whose lists have it.",
        [
            .always("movie", \.movie, "With the ids of `ids` that stand for it."),
            .always("days", \.days, "In order."),
            .known(
                "daysToMillion",
                \.daysToMillion,
                as: .count,
                "The days from the release until a million people had seen the film; absent if the range does not show that."
            ),
            .known(
                "secondWeekChangePercent",
                \.secondWeekChangePercent,
                "The change of the audience from the first seven days to the next seven; absent if the range lacks one."
            ),
        ]
    )
}

extension BoxOfficeTrend.Day: WireObject {
    package static let wire = WireDescription<BoxOfficeTrend.Day>(
        "TrendDay",
        "The figures of one film on one day. Unknown figures are left out.",
        [
            .always("date", \.date),
            .always("rank", \.figures.rank, as: .integer(atLeast: 1)),
            .known("audience", { $0.figures.audience == .init() ? nil : $0.figures.audience }),
            .known("sales", { $0.figures.sales == .init() ? nil : $0.figures.sales }),
            .known("screens", \.figures.screens, as: .count),
            .known("showings", \.figures.showings, as: .count),
            .known("audiencePerScreen", \.figures.audiencePerScreen, "Admissions for each screen, to a tenth."),
            .known("audiencePerShowing", \.figures.audiencePerShowing, "Admissions for each showing, to a tenth."),
        ]
    )
}

extension TrendResult.OldDay: WireObject {
    package static let wire = WireDescription<TrendResult.OldDay>(
        "StaleDay",
        "A day whose figures are from an old answer.",
        [
            .always("date", \.date),
            .known("ageSeconds", \.ageSeconds, as: .count, "The age of the answer in seconds."),
            .known("reason", \.reason, "Why there is no newer one; absent while it is being fetched."),
        ]
    )
}

extension TrendGap: WireObject {
    package static let wire = WireDescription<TrendGap>(
        "TrendGap",
        "A day without data.",
        [
            .always("date", \.date),
            .always(
                "status",
                \.status,
                "`empty` if the source has no list for the day, `stale` if only an old answer says so; otherwise "
                    + "the kind of failure."
            ),
            .always("reason", \.reason),
        ]
    )
}
