extension Shape where Value == Duration {
    static var duration: Shape {
        let expectation = "a duration such as 250ms, 8s, 30m, 6h or 7d"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#)) {
            (text) throws(LanguageError) in UnitText.duration(text)
        }
    }

    /// A duration that is not zero.
    static var timeout: Shape {
        let plain = Shape.duration
        let expectation = plain.expectation + " above zero"
        let form = Form.pattern(expectation, regex: #"^(?![0.]+[a-z])[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#)
        return parsed(expectation, form: form) { (text) throws(LanguageError) in
            UnitText.duration(text).flatMap { $0 > .zero ? $0 : nil }
        }
    }
}

extension Shape where Value == ClosedRange<Duration> {
    static var durations: Shape {
        let expectation = "two durations such as 100ms..2s, the smaller first"
        let one = #"[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)"#
        return parsed(expectation, form: .pattern(expectation, regex: #"^\#(one)\.\.\#(one)$"#)) {
            (text) throws(LanguageError) in
            UnitText.durations(text)
        }
    }
}

extension Shape where Value == Int {
    static var bytes: Shape {
        let expectation = "a size such as 500kB or 4MiB"
        return parsed(expectation, form: .pattern(expectation, regex: #"^[0-9]+(\.[0-9]{1,3})?(B|[kKMG]B|[KMG]iB)$"#)) {
            (text) throws(LanguageError) in UnitText.bytes(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}

extension Shape where Value == Rate {
    static var rate: Shape {
        let expectation = "a rate such as 2/s or 20/10s"
        return parsed(
            expectation,
            form: .pattern(expectation, regex: "^[1-9][0-9]*/([0-9]+(ms|s|m|h)|s|sec|second|m|min|minute|h|hour)$")
        ) {
            (text) throws(LanguageError) in UnitText.rate(text)
        }
    }
}

extension Shape where Value == Quota {
    static var quota: Shape {
        let expectation = "a quota such as 3000/day"
        return parsed(expectation, form: .pattern(expectation, regex: "^[1-9][0-9]*/(hour|day|month)$")) {
            (text) throws(LanguageError) in UnitText.quota(text)
        }
    }
}
