extension DateFormat {
    /// The day that a whole text names in this format, `nil` where it names none.
    package func date(in text: some StringProtocol) -> MappedDate? {
        var rest = Substring(text).utf8
        var (year, month, day) = (0, 0, 0)
        for part in parts {
            switch part {
            case .year: year = Self.number(&rest, digits: 4...4) ?? 0
            case .month(let digits): month = Self.number(&rest, digits: digits) ?? 0
            case .day(let digits): day = Self.number(&rest, digits: digits) ?? 0
            case .monthName(let isShort): month = Self.monthNumber(&rest, short: isShort)
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            }
        }
        return rest.isEmpty ? MappedDate(year: year, month: month, day: day) : nil
    }

    /// A day written in this format.
    package func text(of date: MappedDate) -> String {
        parts.map { Self.text(of: $0, date) }.joined()
    }

    private static func text(of part: Part, _ date: MappedDate) -> String {
        switch part {
        case .year: padded(date.year, to: 4)
        case .month(let digits): padded(date.month, to: digits.lowerBound)
        case .day(let digits): padded(date.day, to: digits.lowerBound)
        case .monthName(let isShort):
            isShort ? String(monthNames[date.month - 1].prefix(3)) : monthNames[date.month - 1]
        case .literal(let literal): literal
        }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Takes a number of so many digits off the front.
    private static func number(_ rest: inout Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        var value = 0
        var count = 0
        while count < digits.upperBound, let byte = rest.first, (48...57).contains(byte) {
            value = value * 10 + Int(byte - 48)
            rest = rest.dropFirst()
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Takes the English name of a month off the front, whatever its case; 0 where there is none.
    private static func monthNumber(_ rest: inout Substring.UTF8View, short: Bool) -> Int {
        for (index, name) in monthNames.enumerated() {
            let wanted = short ? name.prefix(3) : name[...]
            guard rest.prefix(wanted.utf8.count).elementsEqual(wanted.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else {
                continue
            }
            rest = rest.dropFirst(wanted.utf8.count)
            return index + 1
        }
        return 0
    }
}
