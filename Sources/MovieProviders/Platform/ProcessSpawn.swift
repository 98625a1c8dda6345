import HTTPModel
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Starts a child process with three pipes, and with nothing else of ours.
///
/// Not every descriptor here is marked to be closed (the network library leaves that out), so the child closes all from 3
/// on. It leads a process group of its own, with which everything that it starts can be ended.
@safe struct ChildSpawn: ~Copyable {
    /// A started child and our ends of its pipes.
    struct Started {
        let identifier: pid_t
        let input: Int32
        let output: Int32
        let errors: Int32
    }

    #if canImport(Glibc)
    private var actions = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    #else
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
    #endif

    private init() {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
    }

    deinit {
        // `init` made both; they are values of the system, which are copied to be passed on.
        var (actions, attributes) = unsafe (actions, attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    /// Starts the program; our ends of its pipes wait for nobody.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:)``.
    static func start(_ program: ChildProgram) throws(ChildFailure) -> Started {
        var pipes: [ChildPipe] = []
        do {
            for _ in 0..<3 { pipes.append(try ChildPipe()) }
            let identifier = try spawn(program, pipes)
            for end in [pipes[0].readEnd, pipes[1].writeEnd, pipes[2].writeEnd] { _ = close(end) }
            let started = Started(
                identifier: identifier,
                input: pipes[0].writeEnd,
                output: pipes[1].readEnd,
                errors: pipes[2].readEnd
            )
            for end in [started.input, started.output, started.errors] { ChildPipe.setNonBlocking(end) }
            return started
        } catch {
            for pipe in pipes { pipe.closeBoth() }
            throw error
        }
    }

    private static func spawn(_ program: ChildProgram, _ pipes: [ChildPipe]) throws(ChildFailure) -> pid_t {
        var spawn = ChildSpawn()
        try spawn.lead(pipes, to: program.folder)
        spawn.setAttributes()
        let arguments = CStringList([program.name] + program.arguments)
        let environment = CStringList(program.environment.map { "\($0.name)=\($0.value.revealed())" })
        defer {
            arguments.free()
            environment.free()
        }
        let (failure, identifier) = unsafe spawn.run(program.executable, arguments.pointers, environment.pointers)
        guard failure == 0 else { throw .notStarted("\(program.executable): \(SystemWords.of(failure))") }
        return identifier
    }

    private mutating func lead(_ pipes: [ChildPipe], to folder: String) throws(ChildFailure) {
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes[0].readEnd, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1].writeEnd, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes[2].writeEnd, 2)
        #if canImport(Glibc)
        // Swift's view of the C library lacks both; glibc has them since 2.29 and 2.34.
        typealias ChangeFolder =
            @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let changeFolder = unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
            let closeFrom = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        else { throw .notStarted("this needs version 2.34 of glibc") }
        _ = unsafe unsafeBitCast(changeFolder, to: ChangeFolder.self)(&actions, folder)
        _ = unsafe unsafeBitCast(closeFrom, to: CloseFrom.self)(&actions, 3)
        #else
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
        #endif
    }

    private mutating func setAttributes() {
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

    private borrowing func run(
        _ path: String,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> (failure: Int32, identifier: pid_t) {
        var (actions, attributes) = unsafe (actions, attributes)
        var identifier = pid_t()
        let failure = unsafe posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
        return (failure, identifier)
    }
}

/// A null-terminated array of C strings, as `posix_spawn` takes it.
@safe struct CStringList {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        unsafe pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            unsafe (pointers + index).initialize(to: strdup(string))
        }
        unsafe (pointers + count).initialize(to: nil)
    }

    func free() {
        for index in 0..<count {
            #if canImport(Glibc)
            unsafe Glibc.free(pointers[index])
            #else
            unsafe Darwin.free(pointers[index])
            #endif
        }
        unsafe pointers.deallocate()
    }
}
