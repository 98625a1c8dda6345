/// How many answers are documents at the same time, by their size.
///
/// A document takes up to ten times the memory of its answer, and lives until its rows are mapped, so large answers take
/// turns. Small ones never wait: a source with large answers holds up none with usual ones.
final class AnswerRoom: Sendable {
    /// A place of a document, left when nothing refers to it any more.
    final class Place: Sendable {
        private let places: AsyncSemaphore

        fileprivate init(in places: AsyncSemaphore) { self.places = places }

        deinit { places.leave() }
    }

    /// One for the process, whose memory all sources share.
    static let shared = AnswerRoom()
    private static let mediumBytes = 64 << 10
    private static let largeBytes = 512 << 10

    private let medium = AsyncSemaphore(AdmissionQueue(places: 8, waiting: .max))
    private let large = AsyncSemaphore(AdmissionQueue(places: 1, waiting: .max))

    static func isSmall(_ body: [UInt8]) -> Bool { body.count < mediumBytes }

    static func isLarge(_ body: [UInt8]) -> Bool { body.count >= largeBytes }

    /// Waits for a place for a body; `nil` where the task is cancelled.
    func place(for body: [UInt8]) async -> Place? {
        let places = Self.isLarge(body) ? large : medium
        guard await places.enter() == .entered else { return nil }
        return Place(in: places)
    }
}
