#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program to start as a child process, with its streams and environment.
///
/// The child gets its three standard streams and no other descriptor of this process: not every library marks its
/// descriptors as close-on-exec, so all from 3 on are closed. Its signals are reset to those of a new process.
package struct ProcessSpawn: Sendable {
    /// The source or destination of a standard stream of the child.
    package enum Stream: Hashable, Sendable {
        /// A new pipe. This process gets its other end, which does not block.
        case pipe
        case descriptor(FileDescriptor)
        /// A file to read from, or to create, empty, and write to.
        case file(String)
        /// The same as the stream of this process.
        case inherited
        /// The descriptor is closed.
        case closed
    }

    package struct Child: Sendable {
        package let process: ProcessID
        package var input: FileDescriptor?
        package var output: FileDescriptor?
        package var errors: FileDescriptor?
    }

    package var executable: String
    /// The name of the program as the program sees it, and its arguments.
    package var arguments: [String]
    /// The whole environment as `NAME=value`; `nil` passes on that of this process.
    package var environment: [String]?
    /// The working directory; `nil` for that of this process.
    package var folder: String?
    /// Whether an `executable` without a slash is searched in PATH.
    package var searchesPath = false
    /// Whether the child leads its own process group, through which all its descendants can be ended.
    package var leadsGroup = true
    package var input = Stream.pipe
    package var output = Stream.pipe
    package var errors = Stream.pipe

    package init(_ executable: String, arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Starts the program.
    ///
    /// - Throws: The error for the `executable`, or for a pipe that cannot be created.
    package func start() throws(SystemError) -> Child {
        var pipes: [Pipe?] = []
        do {
            for stream in [input, output, errors] { try pipes.append(stream == .pipe ? Pipe() : nil) }
            for end in [pipes[0]?.writeEnd, pipes[1]?.readEnd, pipes[2]?.readEnd] { try end?.setNonBlocking() }
            let process = try spawn(pipes)
            for end in [pipes[0]?.readEnd, pipes[1]?.writeEnd, pipes[2]?.writeEnd] { end?.close() }
            return Child(
                process: ProcessID(process),
                input: pipes[0]?.writeEnd,
                output: pipes[1]?.readEnd,
                errors: pipes[2]?.readEnd
            )
        } catch {
            for pipe in pipes { pipe?.close() }
            throw error
        }
    }

    private func spawn(_ pipes: [Pipe?]) throws(SystemError) -> pid_t {
        var actions = SpawnActions()
        actions.lead(0, to: input, childEnd: pipes[0]?.readEnd, isRead: true)
        actions.lead(1, to: output, childEnd: pipes[1]?.writeEnd, isRead: false)
        actions.lead(2, to: errors, childEnd: pipes[2]?.writeEnd, isRead: false)
        try actions.closeOthers()
        if let folder { try actions.changeFolder(to: folder) }
        actions.setAttributes(leadsGroup: leadsGroup)
        let (failure, process) = actions.run(self)
        guard failure == 0 else { throw SystemError(executable, code: failure) }
        return process
    }
}

/// The file actions and attributes of one `posix_spawn`.
@safe private struct SpawnActions: ~Copyable {
    #if canImport(Glibc)
    private var actions = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    #else
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
    #endif

    init() {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
    }

    deinit {
        // `init` made both; the system passes these values as copies.
        var (actions, attributes) = unsafe (actions, attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    mutating func lead(_ number: Int32, to stream: ProcessSpawn.Stream, childEnd: FileDescriptor?, isRead: Bool) {
        switch stream {
        case .pipe:
            if let childEnd { unsafe posix_spawn_file_actions_adddup2(&actions, childEnd.number, number) }
        case .descriptor(let descriptor):
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
        case .file(let path):
            let flags = isRead ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
            unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
        case .inherited:
            #if canImport(Darwin)
            unsafe posix_spawn_file_actions_addinherit_np(&actions, number)
            #endif
        case .closed:
            #if canImport(Glibc)
            unsafe posix_spawn_file_actions_addclose(&actions, number)
            #endif
        }
    }

    #if canImport(Glibc)
    // Swift's import of the C library lacks both functions; glibc has had them since 2.29 and 2.34.

    mutating func changeFolder(to folder: String) throws(SystemError) {
        typealias Function =
            @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
        let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np")
        guard let symbol = unsafe symbol else { throw Self.tooOld }
        _ = unsafe unsafeBitCast(symbol, to: Function.self)(&actions, folder)
    }

    mutating func closeOthers() throws(SystemError) {
        typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        guard let symbol = unsafe symbol else { throw Self.tooOld }
        _ = unsafe unsafeBitCast(symbol, to: Function.self)(&actions, STDERR_FILENO + 1)
    }

    private static var tooOld: SystemError { SystemError("this needs version 2.34 of glibc", code: ENOSYS) }
    #else
    mutating func changeFolder(to folder: String) {
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    /// Does nothing, because an attribute closes the others.
    func closeOthers() {}
    #endif

    mutating func setAttributes(leadsGroup: Bool) {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        #if canImport(Glibc)
        let flags = group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #else
        let flags = group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    borrowing func run(_ program: ProcessSpawn) -> (failure: Int32, process: pid_t) {
        let arguments = CStringList(program.arguments)
        let variables = program.environment.map { CStringList($0) }
        defer {
            arguments.free()
            variables?.free()
        }
        var (actions, attributes) = unsafe (actions, attributes)
        var process = pid_t()
        let environment = unsafe variables.map { unsafe $0.pointers } ?? environ
        let spawn = unsafe program.searchesPath ? posix_spawnp : posix_spawn
        let failure = unsafe spawn(&process, program.executable, &actions, &attributes, arguments.pointers, environment)
        return (failure, process)
    }
}

/// A null-terminated array of C strings, as `posix_spawn` takes it.
@safe private struct CStringList {
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
        for index in 0..<count { unsafe systemFree(pointers[index]) }
        unsafe pointers.deallocate()
    }
}

private func systemFree(_ pointer: UnsafeMutablePointer<CChar>?) { unsafe free(pointer) }
