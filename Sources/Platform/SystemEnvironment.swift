import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The environment variables, files, and clocks of the machine; the only place that accesses them.
package struct SystemEnvironment: Sendable {
    package let variable: @Sendable (_ name: String) -> String?
    package let files: FileSystem
    package let wallClock: WallClock
    /// The clock of every limit and pause in the program.
    package let monotonicClock: any MonotonicClock

    package static let current = SystemEnvironment(
        variable: { variable($0) },
        files: .local,
        wallClock: WallClock(
            milliseconds: { UTCTime.now.microseconds / 1_000 },
            utcOffsetSeconds: { utcOffsetSeconds(at: $0) }
        ),
        monotonicClock: SystemMonotonicClock()
    )

    /// Returns the current value of one variable.
    ///
    /// A dictionary of all variables would have to be built before the first answer.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Returns how many seconds the machine's time zone, or the one in `TZ`, is ahead of UTC at a second since 1970.
    private static func utcOffsetSeconds(at second: Int) -> Int {
        var second = time_t(second)
        var local = unsafe tm()
        guard unsafe localtime_r(&second, &local) != nil else { return 0 }
        return unsafe Int(local.tm_gmtoff)
    }

    /// Returns a path that does not depend on the working directory, or `nil` if that directory is gone.
    package static func absolute(_ path: String) -> String? {
        path.hasPrefix(scalars: "/") ? path : workingFolder.map { "\($0)/\(path)" }
    }

    /// The working directory, or `nil` if it is gone.
    package static var workingFolder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}

/// Settings of the process, and the ways to end it.
package enum CurrentProcess {
    /// Turns writes to a pipe without a reader into errors instead of signals, on all threads.
    package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Leaves Ctrl-C to a program that this process has started and waits for.
    package static func ignoreInterrupts() { _ = signal(SIGINT, SIG_IGN) }

    /// Has the system keep the exit status of each child until it is collected, even if the parent ignores SIGCHLD,
    /// which a program inherits.
    package static func keepExitStatuses() { _ = signal(SIGCHLD, SIG_DFL) }

    /// Sets a variable of this process and of those that it starts; this must come before the first other thread.
    package static func set(_ variable: String, to value: String) { _ = unsafe setenv(variable, value, 1) }

    /// Keeps other processes of the user from reading this one's memory and environment, which may contain keys.
    ///
    /// This also prevents core dumps. macOS does not allow it without an entitlement.
    package static func denyInspection() {
        #if canImport(Glibc)
        control(4, 0)  // PR_SET_DUMPABLE
        #endif
    }

    #if canImport(Glibc)
    /// Calls `prctl`, which has no prototype that Swift can import.
    static func control(_ option: Int32, _ value: UInt) {
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        guard let symbol = unsafe dlsym(nil, "prctl") else { return }
        _ = unsafe unsafeBitCast(symbol, to: Control.self)(option, value, 0, 0, 0)
    }
    #endif

    /// Makes glibc return memory to the system as soon as it is free.
    ///
    /// By default, glibc keeps a heap for each thread, up to eight per processor. After the first large block is freed,
    /// it allocates blocks of that size from these heaps, which return only the memory at their end. A few answers of
    /// some megabytes then leave the process twice as large as it needs to be.
    package static func giveFreedMemoryBack() {
        #if canImport(Glibc)
        // From malloc.h, which Swift does not import: M_ARENA_MAX, M_MMAP_THRESHOLD, and M_TRIM_THRESHOLD.
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
        let set = unsafe unsafeBitCast(symbol, to: Function.self)
        for (option, value) in [(-8, 4), (-3, 256 << 10), (-1, 1 << 20)] as [(Int32, Int32)] { _ = set(option, value) }
        #endif
    }

    /// The arguments of the process, the first of which is the name by which it was started.
    package static let arguments: [String] = {
        let count = Int(marquee_argument_count())
        guard count > 0, let arguments = unsafe marquee_arguments() else { return CommandLine.arguments }
        return (0..<count).compactMap { place in
            unsafe arguments[place].map { unsafe String(cString: $0) }
        }
    }()

    /// Ends the process and runs its exit handlers.
    package static func end(code: Int32) -> Never { exit(code) }

    /// Ends the process at once, without exit handlers, whatever other threads do.
    package static func endAtOnce(code: Int32) -> Never { _exit(code) }
}
