import HTTPModel
import Platform
import Synchronization

/// A running child process: a thread that starts it, moves its bytes, ends it and collects it, and one that waits for
/// its end.
///
/// What it hears it hands to `events`, on its own thread. It is gone, with its group, its descriptors and its threads,
/// when `ended` comes.
final class ChildProcess: Sendable {
    /// What its owner is told.
    struct Events: Sendable {
        /// A line of its output, without the line's end; the answer is whether it made sense.
        var line: @Sendable (ChildProcess, [UInt8]) -> Bool
        /// Bytes of its stderr.
        var errors: @Sendable ([UInt8]) -> Void
        var ended: @Sendable (ChildProcess, ChildFailure) -> Void
    }

    /// Its threads call next to nothing.
    private static let stackBytes = 256 << 10

    private let program: ChildProgram
    private let events: Events
    private let mailbox: ChildMailbox
    /// `nil` before it runs and once its number may belong to another process.
    private let group = Mutex<ProcessID?>(nil)

    /// A child of which nothing runs yet.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:)`` where the system has no pipe left.
    init(_ program: ChildProgram, events: Events) throws(ChildFailure) {
        self.program = program
        self.events = events
        do throws(SystemError) {
            mailbox = ChildMailbox(wake: try WakePipe())
        } catch {
            throw .notStarted(error.words)
        }
    }

    /// Starts the program on a thread of its own; nothing has happened yet when this returns.
    ///
    /// To be called once.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:)`` where the system has no thread left; then no event comes.
    func launch() throws(ChildFailure) {
        do throws(SystemError) {
            try SystemThread.start(stackBytes: Self.stackBytes) { [self] in run() }
        } catch {
            mailbox.close()
            throw .notStarted("the system gives no thread")
        }
    }

    func send(_ line: [UInt8]) -> ChildMailbox.Sending {
        mailbox.send(line, atMost: program.limits.unreadBytes)
    }

    /// Brings it to its end: in good order where the reason is that it is not needed any more.
    func end(_ reason: ChildFailure) { mailbox.end(reason) }

    /// Kills it and all that it has started, now, from any thread.
    func kill() {
        group.withLock { group in
            group?.sendToGroup(.kill)
        }
    }

    // MARK: On its thread

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
        let reason = isWatched ? loop.run() : ChildFailure.notStarted("the system gives no thread")
        loop.closeAll()
        started.process.sendToGroup(.kill)
        if !isWatched { started.process.waitForEnd() }
        let status = group.withLock { group in
            group = nil
            return started.process.collect()
        }
        return Self.cause(reason, ChildFailure(status), isOurs: loop.hasSignalled)
    }

    /// Has a thread tell the mailbox of the end; false where the system gives none.
    ///
    /// It leaves the rest to us: until then no other process gets the child's number or its group's.
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

    /// A child that ends by itself closes its pipes first: then its status says more.
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
        }
    }
}

/// The steps by which a child process is brought to its end: its input ends, then a signal, then one that it cannot
/// ignore.
struct ChildEnding: Sendable {
    enum Step: Hashable, Sendable {
        case closeInput
        /// SIGTERM, to its whole group.
        case terminate
        /// SIGKILL, to its whole group.
        case kill
    }

    private var steps: [(step: Step, due: Duration)]

    /// An end that begins at `now`: with all steps in good order, with the last one alone where it has gone wrong.
    init(inGoodOrder: Bool, grace: Duration, at now: Duration) {
        steps =
            inGoodOrder
            ? [(.closeInput, now), (.terminate, now + grace), (.kill, now + grace * 2)] : [(.kill, now)]
    }

    /// When the next step is due; `nil` when nothing more can be done but wait.
    var due: Duration? { steps.first?.due }

    /// The next step, if its time has come.
    mutating func step(at now: Duration) -> Step? {
        guard let due, due <= now else { return nil }
        return steps.removeFirst().step
    }
}

/// How much a child process may ask of us.
struct ProcessLimits: Hashable, Sendable {
    /// The longest line of its answers; a longer one is a flood.
    var lineBytes = 4 << 20
    /// Lines in a row that are no answers to anything.
    var strayLines = 100
    var unreadBytes = 4 << 20
    var openCalls = 256
    /// From being asked to end to a signal, and from that to one that cannot be ignored.
    var grace = Duration.milliseconds(100)
    /// How long it may be silent after its start while calls time out.
    var startAllowance = Duration.seconds(30)
}

/// What is started as a child process: everything that a definition says of it, found and filled in.
struct ChildProgram: Sendable {
    var executable: String
    /// Without the program's own name.
    var arguments: [String]
    /// The name under which the program knows itself, as the definition writes it.
    var name: String
    /// The whole environment; nothing is inherited.
    var environment: [(name: String, value: SecretText)]
    /// Where it is started: the folder of the definitions.
    var folder: String
    var timeout: Duration
    var restart: RestartRule
    var limits = ProcessLimits()
}

extension ChildProgram {
    /// Starts it, with a group of its own; our ends of its pipes do not block.
    fileprivate func start() throws(ChildFailure) -> ProcessSpawn.Child {
        var spawn = ProcessSpawn(executable, arguments: [name] + arguments)
        spawn.environment = environment.map { "\($0.name)=\($0.value.revealed())" }
        spawn.folder = folder
        do throws(SystemError) {
            let child = try spawn.start()
            for end in [child.input, child.output, child.errors] { end?.setNonBlocking() }
            return child
        } catch {
            throw .notStarted("\(error)")
        }
    }
}
