import MovieDomain

/// A moment of every year at which clocks change, by the clock that is valid before it.
struct YearlyMoment: Sendable, Hashable {
    enum Day: Sendable, Hashable {
        /// The `week`-th (5 is the last) of a weekday (0 is Sunday) in a month.
        case weekday(month: Int, week: Int, weekday: Int)
        /// Counted from 1, without the 29th of February.
        case julian(Int)
        /// Counted from 0, with the 29th of February.
        case zeroBased(Int)
    }

    var day: Day
    /// Seconds after midnight; below zero and above a day, too.
    var time: Int

    /// Seconds since 1970 as a clock of the place shows them.
    func seconds(in year: Int) -> Int {
        daysSinceEpoch(in: year) * 86_400 + time
    }

    private func daysSinceEpoch(in year: Int) -> Int {
        switch day {
        case .zeroBased(let number):
            return Self.first(of: 1, year) + number
        case .julian(let number):
            let isAfterFebruary = number > 59 && Self.first(of: 3, year) - Self.first(of: 2, year) == 29
            return Self.first(of: 1, year) + number - (isAfterFebruary ? 0 : 1)
        case .weekday(let month, let week, let weekday):
            let first = Self.first(of: month, year)
            let next = month == 12 ? Self.first(of: 1, year + 1) : Self.first(of: month + 1, year)
            let firstWeekday = CalendarDate(daysSinceEpoch: first).weekday % 7
            var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            if day >= next { day -= 7 }
            return day
        }
    }

    private static func first(of month: Int, _ year: Int) -> Int {
        CalendarDate(year: year, month: month, day: 1)?.daysSinceEpoch ?? 0
    }
}
