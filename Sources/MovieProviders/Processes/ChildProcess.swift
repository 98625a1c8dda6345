import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Synchronization

/// A running child process, with one thread that starts it, moves its bytes, ends it, and collects it, and another that
/// waits for its end.
///
/// The child reports to `events` on its own thread; its process, group, and pipes are gone when `ended` is called.
final class ChildProcess: Sendable {
    struct Events: Sendable {
        /// Handles a line of output, without its line end; returns whether the line made sense.
        var line: @Sendable (ChildProcess, [UInt8]) -> Bool
        var errors: @Sendable ([UInt8]) -> Void
        var ended: @Sendable (ChildProcess, ChildFailure) -> Void
    }

    /// The stack size of its threads, which call few functions.
    private static let stackBytes = 256 << 10

    private let program: ChildProgram
    private let events: Events
    private let mailbox: ChildMailbox
    /// The process group; `nil` before it runs, and once its id may belong to another process.
    private let group = Mutex<ProcessID?>(nil)

    /// Creates a child that is not running yet.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:)`` if the system has no pipe left.
    init(_ program: ChildProgram, events: Events) throws(ChildFailure) {
        self.program = program
        self.events = events
        do throws(SystemError) {
            mailbox = ChildMailbox(wake: try WakePipe())
        } catch {
            throw .notStarted(error.words)
        }
    }

    /// Starts the program on a thread of its own, and does not wait for it.
    ///
    /// Call it only once.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:)`` if the system has no thread left; no event follows then.
    func launch() throws(ChildFailure) {
        do throws(SystemError) {
            try SystemThread.start(stackBytes: Self.stackBytes) { [self] in run() }
        } catch {
            mailbox.close()
            throw .notStarted("the system refused to start a thread")
        }
    }

    func send(_ line: [UInt8]) -> ChildMailbox.Sending {
        mailbox.send(line, atMost: program.limits.unreadBytes)
    }

    /// Ends the child, step by step or at once, depending on the reason.
    func end(_ reason: ChildFailure) { mailbox.end(reason) }

    /// Kills the child and its whole group at once, from any thread.
    func kill() {
        group.withLock { group in
            guard let group else { return }
            var started = ProcessTree()
            started.add(below: group)
            group.sendToGroup(.kill)
            started.kill()
        }
    }

    // MARK: On the child's thread

    private func run() {
        let failure: ChildFailure
        do throws(ChildFailure) {
            let started = try program.start()
            group.withLock { $0 = started.process }
            failure = live(started)
        } catch {
            failure = error
        }
        mailbox.close()
        events.ended(self, failure)
    }

    private func live(_ started: ProcessSpawn.Child) -> ChildFailure {
        let isWatched = watch(started.process)
        var loop = ChildLoop(
            started: started,
            limits: program.limits,
            mailbox: mailbox,
            line: { [self] in events.line(self, $0) },
            errors: events.errors
        )
        let reason = isWatched ? loop.run() : ChildFailure.notStarted("the system refused to start a thread")
        loop.closeAll()
        started.process.sendToGroup(.kill)
        // Those that have left its group.
        loop.descendants.kill()
        if !isWatched { started.process.waitForEnd() }
        let status = group.withLock { group in
            group = nil
            return started.process.collect()
        }
        return Self.cause(reason, ChildFailure(status), isOurs: loop.hasSignalled)
    }

    /// Starts a thread that reports the child's end to the mailbox; returns `false` if the system has no thread left.
    ///
    /// The thread does not collect the child, so its id and its group's stay reserved until the group is killed.
    private func watch(_ process: ProcessID) -> Bool {
        do {
            try SystemThread.start(stackBytes: Self.stackBytes) { [mailbox] in
                process.waitForEnd()
                mailbox.noteExit()
            }
            return true
        } catch {
            return false
        }
    }

    /// Returns the exit status instead of a closed pipe, because a child that ends by itself closes its pipes first.
    private static func cause(_ reason: ChildFailure?, _ status: ChildFailure, isOurs: Bool) -> ChildFailure {
        switch (reason, status) {
        case (nil, _), (.closedOutput, .exited), (.notReading, .exited): status
        case (.closedOutput?, _) where !isOurs: status
        case (.notReading?, _) where !isOurs: status
        case (let reason?, _): reason
        }
    }
}

extension ChildFailure {
    fileprivate init(_ status: ProcessID.Status) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signalled(let signal): self = .signalled(signal)
        case .unknown: self = .closedOutput
        }
    }
}

/// The steps that end a child process: close its input, send a signal, then send one that it cannot ignore.
struct ChildEnding: Sendable {
    enum Step: Hashable, Sendable {
        case closeInput
        /// SIGTERM, to its whole group.
        case terminate
        /// SIGKILL, to its whole group.
        case kill
    }

    private var steps: [(step: Step, due: Duration)]

    /// Creates an end that begins at `now`, with all steps if it is in good order, otherwise with the last step alone.
    init(inGoodOrder: Bool, grace: Duration, at now: Duration) {
        steps =
            inGoodOrder
            ? [(.closeInput, now), (.terminate, now + grace), (.kill, now + grace * 2)] : [(.kill, now)]
    }

    /// When the next step is due; `nil` after the last step.
    var due: Duration? { steps.first?.due }

    /// Returns the next step if it is due.
    mutating func step(at now: Duration) -> Step? {
        guard let due, due <= now else { return nil }
        return steps.removeFirst().step
    }
}

/// How much a child process may ask of us.
struct ProcessLimits: Hashable, Sendable {
    /// The longest line of its answers; a longer one is a flood.
    var lineBytes = 4 << 20
    /// Lines in a row that are not answers to anything.
    var strayLines = 100
    var unreadBytes = 4 << 20
    var openCalls = 256
    /// From being asked to end to a signal, and from that to one that cannot be ignored.
    var grace = Duration.milliseconds(100)
    /// How long it may be silent after its start while calls time out.
    var startAllowance = Duration.seconds(30)
}

/// A program to start as a child process, with everything in its definition resolved.
struct ChildProgram: Sendable {
    var executable: String
    /// The arguments, without the program's own name.
    var arguments: [String]
    /// The program's name for itself, as the definition writes it.
    var name: String
    /// The whole environment; nothing is inherited.
    var environment: [(name: String, value: SecretText)]
    /// The working directory, which is the folder of the definitions.
    var folder: String
    var timeout: Duration
    var restart: RetryPolicy
    var limits = ProcessLimits()

    /// Starts the program in a group of its own, with pipes that do not block on Marquee's side.
    fileprivate func start() throws(ChildFailure) -> ProcessSpawn.Child {
        var spawn = ProcessSpawn(executable, arguments: [name] + arguments)
        spawn.environment = environment.map { "\($0.name)=\($0.value.revealed())" }
        spawn.folder = folder
        do throws(SystemError) {
            return try spawn.start()
        } catch {
            throw .notStarted("\(error)")
        }
    }
}

/// A registry of all running child processes, so that none is left behind.
package final class ChildProcessRegistry: Sendable {
    private struct State {
        var children: [ObjectIdentifier: ChildProcess] = [:]
        var isClosed = false
        var emptied: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Creates an empty registry.
    package init() {}

    /// The number of running children, including those that are being ended.
    package var count: Int { state.withLock { $0.children.count } }

    /// Ends all children in good order, and kills those that still run after `limit`.
    package func close(within limit: Duration = .milliseconds(300)) async {
        let children = state.withLock { state in
            state.isClosed = true
            return Array(state.children.values)
        }
        if children.isEmpty { return }
        for child in children { child.end(.stopped) }
        _ = await Deadline(after: limit, on: SystemMonotonicClock()).race { [self] in await waitUntilEmpty() }
        killAll()
    }

    /// Returns when no child is running, or when the task is cancelled.
    func waitUntilEmpty() async {
        let (empty, signal) = AsyncStream.makeStream(of: Never.self)
        let isEmpty = state.withLock { state in
            if !state.children.isEmpty { state.emptied.append(signal) }
            return state.children.isEmpty
        }
        if isEmpty { return }
        for await _ in empty {}
    }

    /// Kills all running children and their groups at once, for an exit without time left.
    package func killAll() {
        let children = state.withLock { Array($0.children.values) }
        for child in children { child.kill() }
    }

    func add(_ child: ChildProcess) {
        let isClosed = state.withLock { state in
            state.children[ObjectIdentifier(child)] = child
            return state.isClosed
        }
        if isClosed { child.end(.stopped) }
    }

    func remove(_ child: ChildProcess) {
        let signals = state.withLock { state -> [AsyncStream<Never>.Continuation] in
            state.children[ObjectIdentifier(child)] = nil
            guard state.children.isEmpty else { return [] }
            defer { state.emptied = [] }
            return state.emptied
        }
        for signal in signals { signal.finish() }
    }
}
