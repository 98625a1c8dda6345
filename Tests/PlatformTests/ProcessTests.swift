import MarqueeTestKit
import Platform
import Synchronization
import Testing

@Suite("Threads, descriptors, and processes")
struct ProcessTests {
    private func started(
        _ script: String,
        configure: (inout ProcessSpawn) -> Void = { _ in }
    ) throws -> ProcessSpawn.Child {
        var spawn = ProcessSpawn("/bin/sh", arguments: ["sh", "-c", script])
        spawn.environment = []
        configure(&spawn)
        return try spawn.start()
    }

    /// Returns everything up to the end of the stream as text.
    private func text(_ descriptor: FileDescriptor?) throws -> String {
        let descriptor = try #require(descriptor)
        var text: [UInt8] = []
        while case let bytes = try descriptor.read(atMost: 65_536), !bytes.isEmpty { text += bytes }
        descriptor.close()
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Processes

    @Test("A child process has its arguments, its environment, its folder, and three pipes")
    func child() throws {
        let child = try started(#"read -r line; echo "$line $0 $KEY"; pwd; ls /proc/$$/fd | wc -l; echo oops >&2"#) {
            $0.environment = ["KEY=value", "PATH=/usr/bin:/bin"]
            $0.folder = "/usr"
        }
        try #require(child.input).writeAll(Array("in\n".utf8).span)
        child.input?.close()
        // The number of descriptors is left open because the shell may open one for `ls`.
        #expect(try text(child.output).hasPrefix("in sh value\n/usr\n"))
        #expect(try text(child.errors) == "oops\n")
        #expect(child.process.collect() == .exited(0))
        #expect(!child.process.isRunning)
    }

    @Test(
        "A child process inherits no descriptor but its standard streams",
        .enabled(if: FileSystem.isProgram("/bin/ls"))
    )
    func descriptors() throws {
        let pipe = try Pipe()
        defer { pipe.close() }
        var spawn = ProcessSpawn("/bin/ls", arguments: ["ls", "/proc/self/fd"])
        spawn.input = .closed
        let child = try spawn.start()
        // The third descriptor is the listed folder.
        #expect(try text(child.output).split(separator: "\n").count == 3)
        child.errors?.close()
        #expect(child.process.collect() == .exited(0))
    }

    @Test("Exit codes and signals are distinguished, and a signal ends a whole process group")
    func ends() throws {
        let failing = try started("exit 7") { $0.output = .inherited }
        failing.process.waitForEnd()
        #expect(failing.process.collect() == .exited(7))
        let parent = try started("sleep 600 & echo ready; wait") { $0.environment = ["PATH=/usr/bin:/bin"] }
        var bytes: [UInt8] = [0]
        _ = try parent.output?.read(into: &bytes)
        #expect(parent.process.collectIfEnded() == nil)
        parent.process.sendToGroup(.kill)
        // The pipe ends only when its last process has ended.
        _ = try text(parent.output)
        #expect(parent.process.collect() == .signalled(9))
        for child in [failing, parent] { for end in [child.input, child.errors] { end?.close() } }
    }

    @Test("The end of a process that cannot be collected does not look like success")
    func uncollectable() {
        #expect(ProcessID.current.collect() == .unknown)
        #expect(ProcessID.current.collectIfEnded() == .unknown)
    }

    @Test("A program that can't be started is named in the error and leaves no pipe open")
    func missing() throws {
        let before = ProcessFiles.descriptorCount() ?? 0
        // More than all other tests have open, which run at the same time.
        let attempts = 1_000
        for _ in 0..<attempts {
            #expect(throws: SystemError("/nowhere/at-all", code: 2)) {
                _ = try ProcessSpawn("/nowhere/at-all", arguments: ["x"]).start()
            }
        }
        #expect((ProcessFiles.descriptorCount() ?? 0) < before + attempts)
        #expect(SystemError("/nowhere", code: 2).description == "/nowhere: No such file or directory")
    }

    @Test("A program name without a slash is found on PATH only if that is requested")
    func path() throws {
        var spawn = ProcessSpawn("true", arguments: ["true"])
        #expect(throws: SystemError.self) { _ = try spawn.start() }
        spawn.searchesPath = true
        let child = try spawn.start()
        for end in [child.input, child.output, child.errors] { end?.close() }
        #expect(child.process.collect() == .exited(0))
    }

    /// A process id above those that systems assign.
    private static let nobody = ProcessID(2_000_000_000)

    @Test("The end of a process is noticed by watching and by polling")
    func watched() throws {
        #expect(ProcessID.current.isRunning)
        #expect(ProcessID(1).isRunning)
        #expect(!Self.nobody.isRunning)
        ProcessWatch.waitByLooking(for: Self.nobody)
        ProcessWatch.waitForEnd(of: Self.nobody)
        let child = try started("read -r line")
        let process = child.process
        let input = try #require(child.input)
        try SystemThread.start {
            SystemThread.sleep(for: .milliseconds(50))
            input.close()
        }
        ProcessWatch.waitForEnd(of: process)
        #expect(process.collect() == .exited(1))
        for end in [child.output, child.errors] { end?.close() }
    }

    // MARK: Descriptors

    @Test("A poll set reports which descriptors are ready, and none after its time limit")
    func poll() throws {
        let (first, second) = (try Pipe(), try Pipe())
        defer {
            first.close()
            second.close()
        }
        var set = PollSet((first.readEnd, .readable), (nil, .readable), (second.readEnd, .readable))
        #expect(set.wait(atMost: .milliseconds(5)) == 0)
        try second.writeEnd.writeAll(([1] as [UInt8]).span)
        #expect(set.wait(atMost: nil) == 1)
        #expect([0, 1, 2].map { set.isReady($0) } == [false, false, true])
        #expect(first.writeEnd.hasRoom())
        #expect(!first.readEnd.isReadable(within: .zero))
        #expect(second.readEnd.isReadable(within: .zero))
    }

    @Test("Nonblocking reads and writes return nil instead of waiting, and a broken pipe is an error")
    func withoutWaiting() throws {
        CurrentProcess.ignoreBrokenPipes()
        let pipe = try Pipe()
        try pipe.readEnd.setNonBlocking()
        try pipe.writeEnd.setNonBlocking()
        #expect(throws: SystemError.self) { try FileDescriptor(-1).setNonBlocking() }
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(try pipe.readEnd.attemptRead(into: &bytes) == nil)
        #expect(try pipe.writeEnd.attemptWrite(Array("abc".utf8).span) == 3)
        #expect(try pipe.readEnd.attemptRead(into: &bytes, from: 2) == 2)
        #expect(bytes == [0, 0] + Array("ab".utf8))
        let much = [UInt8](repeating: 1, count: 1 << 20)
        while try pipe.writeEnd.attemptWrite(much.span) != nil {}
        #expect(!pipe.writeEnd.hasRoom())
        pipe.readEnd.close()
        #expect(throws: SystemError("write", code: 32)) { try pipe.writeEnd.writeAll(much.span) }
        #expect(SystemError("write", code: 32).isBrokenPipe)
        pipe.writeEnd.close()
        #expect(throws: SystemError.self) { _ = try FileDescriptor(9_999).read(into: &bytes) }
    }

    @Test("A wake before the wait counts, and many wakes count as one")
    func wakePipe() throws {
        let pipe = try WakePipe()
        for _ in 0..<100_000 { pipe.wake() }
        pipe.wait(atMost: .seconds(60))
        #expect(!pipe.descriptor.isReadable(within: .zero))
    }

    // MARK: Threads

    @Test("A thread that waits on a condition lock is woken until it has every value")
    func conditionLock() async throws {
        let lock = ConditionLock<[Int]>([])
        let sum = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int, any Error>) in
            do {
                try SystemThread.start(stackBytes: 128 << 10) {
                    var sum = 0
                    while case let numbers = lock.wait({ $0.isEmpty ? nil : $0 }), numbers.last != 0 {
                        sum += numbers.reduce(0, +)
                        lock.withLock { $0.removeFirst(numbers.count) }
                    }
                    done.resume(returning: sum)
                }
                for number in (0..<1_000).reversed() {
                    lock.withLock { $0.append(number + 1) }
                    lock.wake()
                }
                while !lock.withLock({ $0.isEmpty }) { SystemThread.sleep(for: .milliseconds(1)) }
                lock.withLock { $0.append(0) }
                lock.wake()
            } catch {
                done.resume(throwing: error)
            }
        }
        #expect(sum == 500_500)
    }

    @Test("A system limit that is too low is reported with the required number")
    func limits() {
        #expect(SystemLimits.complaint(.init(descriptors: 3, addressBytes: 1, threads: 1)) == nil)
        let complaint = SystemLimits.complaint(.init(descriptors: .max, addressBytes: 1, threads: 1))
        #expect(complaint?.hasSuffix("files may be open (ulimit -n), and \(UInt64.max) are needed") == true)
    }
}
