import Platform

/// Limits how many answers are documents at the same time, depending on their size.
///
/// A document takes up to ten times the memory of its answer, so large answers take turns. Small ones never wait: a
/// source with large answers delays no source with usual ones. What is done in the room cannot wait, so it cannot wait
/// for more room.
final class AnswerRoom: Sendable {
    /// The room of the whole process, whose memory all sources share.
    static let shared = AnswerRoom()
    private static let mediumBytes = 64 << 10
    private static let largeBytes = 512 << 10

    private let medium = AsyncSemaphore(places: 8)
    private let large = AsyncSemaphore(places: 1)

    static func isSmall(_ body: [UInt8]) -> Bool { body.count < mediumBytes }

    /// Runs work on the document of a body, on a worker thread, as soon as there is room; returns `nil` if the task is
    /// cancelled before.
    func run<Value: Sendable>(
        for body: [UInt8],
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value? {
        if Self.isSmall(body) { return await WorkerThreads.shared.run(work) }
        let places = body.count >= Self.largeBytes ? large : medium
        guard await places.enter() == .entered else { return nil }
        defer { places.leave() }
        return await WorkerThreads.shared.run(work)
    }
}
