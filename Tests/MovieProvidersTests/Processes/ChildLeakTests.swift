import Foundation
import MovieDomain
import Testing

@testable import MovieProviders

@Suite("What child processes leave behind")
struct ChildLeakTests {
    @Test("100 restarts leave neither zombies nor descriptors")
    func restarts() async {
        // In a process of its own: what runs beside this test opens files of its own.
        await #expect(processExitsWith: .success) { try await ChildLeakTests.restart() }
    }

    private static func restart() async throws {
        let rule = RestartRule(attempts: 200, backoff: .milliseconds(1) ... .milliseconds(1))
        let child = Child("read -r line; echo oops >&2; exit 1", restart: rule)
        #expect(await child.failure() == .exited(1))
        await child.roster.waitUntilEmpty()
        let before = descriptorCount
        for _ in 0..<100 { #expect(await child.failure() == .exited(1)) }
        #expect(child.source.health.process.restarts == 100)
        #expect(await child.close() == 0)
        // The process has a few descriptors that are not ours; a leak would be some hundreds.
        #expect(descriptorCount < before + 10)
        #expect(waitpid(-1, nil, WNOHANG) == -1, "no child is left, ended or not")
    }

    private static var descriptorCount: Int {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
        } catch {
            return -1
        }
    }
}
