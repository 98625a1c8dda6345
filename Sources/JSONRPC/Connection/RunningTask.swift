/// A task that can be cancelled from outside, which Swift offers for unstructured tasks only.
///
/// The children of a discarding group have no handle. This one is valid while the task runs: a ``Flight`` sets it at the
/// task's beginning, removes it before the task's end, and uses it only in between, under one lock.
@safe
struct RunningTask: @unchecked Sendable {
    // Safe because `cancel` may be called from any thread, and the flight's lock keeps the task alive meanwhile.
    private let task: UnsafeCurrentTask

    init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

    /// Cancels the task.
    func cancel() { unsafe task.cancel() }
}
