/// How a source writes a day: `yyyyMMdd`, `d MMM yyyy`, `yyyy'T'MM` and other text between.
///
/// Letters: `yyyy` four digits, `MM` and `dd` two, `M` and `d` one or two, `MMM` and `MMMM` English names of months. Other
/// letters of the Latin alphabet stand in single quotes; everything else stands for itself.
package struct DateFormat: Hashable, Sendable, CustomStringConvertible {
    enum Part: Hashable, Sendable {
        case year
        case month(digits: ClosedRange<Int>)
        case monthName(short: Bool)
        case day(digits: ClosedRange<Int>)
        case literal(String)
    }

    let parts: [Part]
    /// The format as it was written.
    package let description: String

    static let iso = DateFormat(
        parts: [.year, .literal("-"), .month(digits: 2...2), .literal("-"), .day(digits: 2...2)],
        description: "yyyy-MM-dd"
    )

    static let monthNames = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]
}
