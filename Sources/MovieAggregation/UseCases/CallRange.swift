package import MovieDomain
import Platform

/// The values that a call may have: methods refuse others when they read them, and the use cases refuse those of a
/// program of the same process.
package enum CallRange {
    package static let years = 1850...2200
    /// Of a film.
    package static let minutes = 1...10_000
    /// The width of an image.
    package static let pixels = 1...10_000
    package static let votes = 1...1_000_000_000
    package static let ratings = 0.0...10
    package static let stars = 0.0...5
    /// The places in a list of the user.
    package static let places = 1...1_000_000
    /// The number of characters of titles and names.
    package static let longestText = 1_000

    /// Refuses a number that is out of its range.
    package static func check<Number: Comparable>(
        _ number: Number?,
        in range: ClosedRange<Number>,
        _ name: String
    ) throws(CallError) {
        guard let number, !range.contains(number) else { return }
        let expected = "expected a number from \(range.lowerBound) to \(range.upperBound)"
        throw .invalidParameter(name: name, message: "\(name): \(expected), got \(number)")
    }

    /// Returns a text without the spaces at both ends; refuses one that is empty or very long.
    @discardableResult
    package static func checkedText(_ text: String, _ name: String) throws(CallError) -> String {
        let words = text.trimmedText
        if words.isEmpty { throw .invalidParameter(name: name, message: "\(name): expected a text, got none") }
        guard words.count <= longestText else {
            throw .invalidParameter(
                name: name,
                message: "\(name): expected a text of at most \(longestText) characters, got \(words.count)"
            )
        }
        return words
    }

    /// Refuses an id that is not the same when it is written and read.
    package static func check(_ id: MovieID, _ name: String = "id") throws(CallError) {
        let text = id.description
        if MovieID(parsing: text) == id, !text.unicodeScalars.contains(where: \.isControl) { return }
        let shown = String(text.prefix(64)).onOneLine
        throw .invalidParameter(name: name, message: "\(name): expected \"namespace:value\", got \"\(shown)\"")
    }
}

extension ListQuery {
    /// Refuses filters that no film can pass, and words that no source knows.
    func check() throws(CallError) {
        for genre in [genre, withoutGenre] {
            guard let genre, Genre(name: genre) == nil else { continue }
            let name = self.genre == genre ? "genre" : "withoutGenre"
            throw .invalidParameter(name: name, message: "\(name): there is no genre \"\(genre.prefix(64))\"")
        }
        for (name, code) in [("country", country), ("region", region)] {
            guard let code, !Country.isCode(code) || !Country.exists(code) else { continue }
            throw .invalidParameter(
                name: name,
                message: "\(name): expected the code of a country, such as KR, got \"\(code.prefix(64))\""
            )
        }
        if let originalLanguage, !Language.isTag(originalLanguage) {
            let message = "originalLanguage: expected a tag such as ko, got \"\(originalLanguage.prefix(64))\""
            throw .invalidParameter(name: "originalLanguage", message: message)
        }
        try CallRange.check(minimumRating, in: CallRange.ratings, "minimumRating")
        try CallRange.check(minimumVotes, in: CallRange.votes, "minimumVotes")
        try CallRange.check(year, in: CallRange.years, "year")
        try CallRange.check(minimumMinutes, in: CallRange.minutes, "minimumMinutes")
        try CallRange.check(maximumMinutes, in: CallRange.minutes, "maximumMinutes")
        if let director { try CallRange.checkedText(director, "director") }
        if let person { try CallRange.check(person, "person") }
        if let firstDay, let lastDay, lastDay < firstDay {
            let message = "to: \(lastDay) is before the first day, \(firstDay)"
            throw .invalidParameter(name: "to", message: message)
        }
    }
}

extension LibraryQuery {
    /// Refuses filters that no film can pass.
    package func check() throws(CallError) {
        try CallRange.check(maximumMinutes, in: CallRange.minutes, "maximumMinutes")
        try CallRange.check(minimumStars, in: CallRange.stars, "minimumStars")
        if let tag { try CallRange.checkedText(tag, "tag") }
    }
}
