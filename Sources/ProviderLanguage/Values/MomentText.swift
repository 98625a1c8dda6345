import MovieDomain

/// A reader of days that APIs write without a format of their own: ISO 8601 with and without a time, and seconds or
/// milliseconds since 1970.
enum MomentText {
    /// Returns the day of a text; that of a moment is in the source's time zone or, without one, as written or in UTC.
    static func date(in text: String, unit: String? = nil, _ inputs: TemplateInputs) -> CalendarDate? {
        if let unit {
            return NumberText.decimal(text).flatMap { date(ofEpoch: unit == "ms" ? $0 / 1_000 : $0, inputs) }
        }
        if let date = DateFormat.iso.date(in: text) { return date }
        if let number = NumberText.decimal(text) {
            // A number with fewer digits is a year, or a day such as 20190530.
            guard number < 0 || number >= 1e8 else { return nil }
            return date(ofEpoch: abs(number) >= 1e11 ? number / 1_000 : number, inputs)
        }
        return dateAndTime(text, inputs)
    }

    private static func date(ofEpoch seconds: Double, _ inputs: TemplateInputs) -> CalendarDate? {
        guard seconds > -3.2e9, seconds < 7.3e9 else { return nil }
        let whole = Int(seconds.rounded(.down))
        return day(of: whole + (inputs.utcOffset?(whole) ?? 0))
    }

    private static func day(of seconds: Int) -> CalendarDate? {
        CalendarDate(daysSinceEpoch: (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
    }

    /// Reads `2019-05-30T12:00:00.000Z` or `2019-05-30 12:00+09:00`, with or without seconds and zone.
    private static func dateAndTime(_ text: String, _ inputs: TemplateInputs) -> CalendarDate? {
        guard let written = DateFormat.iso.date(in: text.prefix(10)) else { return nil }
        var rest = text.dropFirst(10)[...]
        guard let sign = rest.popFirst(), sign == "T" || sign == "t" || sign == " ",
            let time = seconds(&rest, upTo: 24)
        else { return nil }
        if rest.isEmpty { return written }
        let zone: Int
        switch rest.removeFirst() {
        case "Z", "z": zone = 0
        case "+": zone = seconds(&rest, upTo: 15, isZone: true) ?? .max
        case "-", "\u{2212}": zone = seconds(&rest, upTo: 15, isZone: true).map { -$0 } ?? .max
        default: return nil
        }
        guard rest.isEmpty, zone != .max else { return nil }
        guard let offset = inputs.utcOffset else { return written }
        let moment = written.daysSinceEpoch * 86_400 + time - zone
        return day(of: moment + offset(moment))
    }

    /// Removes `12:30:59.123`, `12:30`, `1230`, or `12` from the front and returns the seconds.
    private static func seconds(_ rest: inout Substring, upTo hours: Int, isZone: Bool = false) -> Int? {
        var total = 0
        for (index, unit) in [3_600, 60, 1].enumerated() {
            if index > 0, rest.first == ":" { rest.removeFirst() }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else {
                return index == 0 || rest.first == "." ? nil : total
            }
            guard number <= (index == 0 ? hours : 60) else { return nil }
            total += number * unit
            rest = rest.dropFirst(2)
        }
        if !isZone, rest.first == "." || rest.first == "," {
            rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber }
        }
        return total
    }
}
