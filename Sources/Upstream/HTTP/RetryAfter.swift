/// The header field by which a source says when it wants to be asked again (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The seconds from `now` (since 1970) on: none for a moment that has passed, `nil` for a text that is neither a number
    /// of seconds nor a date.
    package static func seconds(_ text: String, now: Int) -> Int? {
        let text = text.drop { $0 == " " }
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            // A number that does not fit is for ever, which is what it was meant to be.
            return Int(text) ?? .max
        }
        return HTTPDate.seconds(parsing: String(text), now: now).map { max(0, $0 - now) }
    }
}
