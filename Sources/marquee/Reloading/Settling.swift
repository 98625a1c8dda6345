/// Decides when an edited file is read: when whoever writes it has done so.
///
/// A value without a clock: whoever owns it says what happened and when.
struct Settling: Sendable {
    enum Event: Hashable, Sendable {
        /// Somebody writes, and has not closed the file yet.
        case writing
        /// A file was closed, has taken another one's place, or is gone.
        case written
    }

    /// After the last word of a writer that has closed the file.
    static let pause = Duration.milliseconds(50)
    /// After that of one who has not.
    static let patience = Duration.milliseconds(500)
    /// After a file that could not be read: half of it may have been there.
    static let secondLook = Duration.milliseconds(250)
    /// Somebody who writes all the time is not waited for longer.
    static let longest = Duration.seconds(2)

    private var first: Duration?
    /// When the file is to be read; `nil` where nothing has happened.
    private(set) var due: Duration?
    /// Whether it was looked at once already, and made no sense.
    private(set) var isSecondLook = false

    /// Something has happened to the file.
    mutating func note(_ event: Event, at now: Duration) {
        let start = first ?? now
        first = start
        due = min(now + (event == .written ? Self.pause : Self.patience), start + Self.longest)
        isSecondLook = false
    }

    /// Whether the file is to be read now.
    mutating func isDue(at now: Duration) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        first = nil
        return true
    }

    /// It made no sense when it was read; it is looked at once more.
    mutating func madeNoSense(at now: Duration) {
        guard due == nil else { return }
        due = now + Self.secondLook
        isSecondLook = true
    }

    /// It was read.
    mutating func done() {
        isSecondLook = false
    }
}
