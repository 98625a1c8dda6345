#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The real world, in the one place that may know it: environment, files, time.
package struct SystemEnvironment: Sendable {
    package let variable: @Sendable (_ name: String) -> String?
    package let files: FileSystem
    package let wallClock: WallClock
    /// What every limit and pause of the program is measured by.
    package let monotonicClock: any MonotonicClock

    package static let current = SystemEnvironment(
        variable: { variable($0) },
        files: .local,
        wallClock: WallClock(milliseconds: { UTCTime.now.microseconds / 1_000 }),
        monotonicClock: SystemMonotonicClock()
    )

    /// One variable as it is now.
    ///
    /// A dictionary of all would have to be made before the first answer.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// A path that does not depend on where the program was started; `nil` where that is gone.
    package static func absolute(_ path: String) -> String? {
        path.hasPrefix("/") ? path : workingFolder.map { "\($0)/\(path)" }
    }

    /// The folder that the program was started in; `nil` where it is gone.
    package static var workingFolder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}

/// What the program asks of the system for itself, and how it ends.
package enum CurrentProcess {
    /// From now on a write to a pipe without a reader is an error and no signal, on all threads.
    package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// From now on no other process of the user can read this one's memory and environment, in which keys may lie.
    ///
    /// No core dump is written either. macOS lets no process do this without an entitlement.
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

    /// Gives memory back to the system as soon as it is free, which glibc does not do by itself.
    ///
    /// It keeps a heap for each thread, up to eight a processor, and after the first large block is freed it takes later ones
    /// of that size from these heaps, from which only what lies at their end is given back. A few answers of some megabytes
    /// then leave a process twice as large as it ever has to be.
    package static func giveFreedMemoryBack() {
        #if canImport(Glibc)
        // From malloc.h, of which Swift has no view: M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD.
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
        let set = unsafe unsafeBitCast(symbol, to: Function.self)
        for (option, value) in [(-8, 4), (-3, 256 << 10), (-1, 1 << 20)] as [(Int32, Int32)] { _ = set(option, value) }
        #endif
    }

    package static func end(code: Int32) -> Never { exit(code) }

    /// Ends the process at once, whatever other threads do.
    package static func endAtOnce(code: Int32) -> Never { _exit(code) }
}
