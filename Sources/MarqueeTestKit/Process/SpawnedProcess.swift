import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A started process and this side's ends of its pipes.
struct SpawnedProcess {
    var identifier: pid_t
    var input: Int32?
    var output: Int32?
    var errors: Int32?

    /// One start at a time: a pipe of another, not yet marked as private, would be inherited and never seem closed.
    private static let turn = Mutex(())

    /// Starts the process with exactly the descriptors 0, 1 and 2 of the plan, default signals, nothing blocked, and a
    /// process group of its own.
    static func start(_ plan: ProcessPlan) throws(SystemFailure) -> SpawnedProcess {
        try turn.withLock { _ throws(SystemFailure) in try startInTurn(plan) }
    }

    private static func startInTurn(_ plan: ProcessPlan) throws(SystemFailure) -> SpawnedProcess {
        var actions = SpawnActions()
        defer { actions.destroy() }
        do {
            let input = try actions.connect(0, to: plan.input, childReads: true)
            let output = try actions.connect(1, to: plan.output, childReads: false)
            let errors = try actions.connect(2, to: plan.errors, childReads: false)
            actions.closeOthers()
            let identifier = try spawn(plan.inItsDirectory, actions)
            return SpawnedProcess(identifier: identifier, input: input, output: output, errors: errors)
        } catch {
            actions.closeOwnEnds()
            throw error
        }
    }

    private static func spawn(_ plan: ProcessPlan, _ actions: borrowing SpawnActions) throws(SystemFailure) -> pid_t {
        let arguments = CStrings([plan.executable] + plan.arguments)
        let environment = CStrings(plan.environment.map { "\($0.key)=\($0.value)" })
        defer {
            arguments.free()
            environment.free()
        }
        var identifier = pid_t()
        let result = unsafe actions.spawn(&identifier, plan.executable, arguments.pointers, environment.pointers)
        guard result == 0 else { throw SystemFailure("posix_spawn \(plan.executable)", code: result) }
        return identifier
    }
}
