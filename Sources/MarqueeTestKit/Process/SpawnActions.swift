#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The file actions and attributes of one `posix_spawn`.
@safe struct SpawnActions: ~Copyable {
    #if canImport(Glibc)
    private var actions = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    #else
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
    #endif
    /// What the child takes over, to be closed here once it runs.
    private var childEnds: [Int32] = []
    private var ownEnds: [Int32] = []
    private var connected: [Int32] = []

    init() {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        setSignals()
    }

    /// Leads the child's `descriptor` where the plan says; returns this side's end where there is one.
    mutating func connect(
        _ descriptor: Int32,
        to stream: ProcessPlan.Stream,
        childReads: Bool
    ) throws(SystemFailure) -> Int32? {
        switch stream {
        case .closed:
            return nil
        case .null:
            open("/dev/null", as: descriptor, forReading: childReads)
            return nil
        case .file(let path):
            open(path, as: descriptor, forReading: childReads)
            return nil
        case .pipe, .socket:
            let pipe = stream == .pipe ? try Pipe() : try Pipe(ofSockets: ())
            let (own, child) = childReads ? (pipe.writeEnd, pipe.readEnd) : (pipe.readEnd, pipe.writeEnd)
            ownEnds.append(own)
            childEnds.append(child)
            unsafe posix_spawn_file_actions_adddup2(&actions, child, descriptor)
            connected.append(descriptor)
            return own
        }
    }

    private mutating func open(_ path: String, as descriptor: Int32, forReading: Bool) {
        let flags = forReading ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
        connected.append(descriptor)
    }

    /// Nothing of the test process reaches the child: descriptors of tests that run side by side least of all.
    mutating func closeOthers() {
        #if canImport(Glibc)
        for descriptor in Int32(0)...2 where !connected.contains(descriptor) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Some more than are open now: other threads go on opening. Closing what is not open does no harm.
        let highest = (ProcessFiles.descriptors().max() ?? 2) + 64
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        for descriptor in 3...highest where limit < 0 || descriptor < limit {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #endif
    }

    borrowing func spawn(
        _ identifier: inout pid_t,
        _ path: String,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32 {
        var (actions, attributes) = unsafe (actions, attributes)
        return unsafe posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
    }

    mutating func closeOwnEnds() {
        for descriptor in ownEnds { LoopbackSocket.close(descriptor) }
    }

    mutating func destroy() {
        for descriptor in childEnds { LoopbackSocket.close(descriptor) }
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    private mutating func setSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        #if canImport(Glibc)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #else
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
