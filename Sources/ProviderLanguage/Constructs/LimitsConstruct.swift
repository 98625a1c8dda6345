/// `limits`: how much may be asked of a source.
enum LimitsConstruct {
    private static let concurrent = Key(
        "concurrent",
        "Requests at the same time.",
        Shape.integer(1...1_000),
        default: "8"
    )
    private static let rate = Key("rate", "Requests in a time.", Shape.rate, example: "2/s")
    private static let quota = Key("quota", "Requests in a period of the calendar.", Shape.quota, example: "3000/day")
    private static let zone = Key(
        "quota_time_zone",
        "The time zone of the quota's day.",
        Shape.text,
        example: "Asia/Seoul"
    )

    static let shape: Shape<RequestLimits> = .record(
        Construct(
            "limits",
            "How much may be asked of a source.",
            [concurrent.entry, rate.entry, quota.entry, zone.entry]
        )
    ) { record, decoding in
        RequestLimits(
            concurrent: record.value(concurrent, &decoding) ?? 8,
            rate: record.value(rate, &decoding),
            quota: record.value(quota, &decoding),
            quotaTimeZone: record.value(zone, &decoding)
        )
    }
}
