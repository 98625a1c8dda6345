import JSON
import JSONRPC
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import MovieService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Long results", .timeLimit(.minutes(10)))
struct LongWritingTests {
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)

        func open() { isOpen.withLock { $0 = true } }

        /// Blocks the thread until the gate is open, or for a minute.
        func wait() -> Bool {
            for _ in 0..<60_000 where !isOpen.withLock(\.self) { usleep(1_000) }
            return isOpen.withLock(\.self)
        }
    }

    /// A result that is written only when the gate is open.
    private struct Gated: WireObject {
        let gate: Gate

        static let isLong = true
        static let wire = WireDescription<Gated>("Gated", nil, [.always("isOpen", { $0.gate.wait() })])
    }

    @Test("Other calls are answered while long results are written")
    func beside() async throws {
        let gate = Gate()
        let method = MethodDeclaration(
            "test/gated",
            summary: "Waits.",
            example: MethodExample("one", [:], result: Gated(gate: gate)),
            suspending: { _ async throws(ServiceError) in Gated(gate: gate) }
        )
        guard case .suspending(let answer) = method.handler else {
            Issue.record("the method does not suspend")
            return
        }
        let services = MethodServices(
            access: ServiceClient().catalogue,
            notifications: ClientNotifications(),
            document: OpenRPCDocument(info: ServiceInfo(version: "1.2.3"))
        )
        // More than there are threads for Swift tasks.
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    let context = MethodContext(services: services, progress: .none)
                    do throws(ServiceError) {
                        let written = await ServiceHandler.written(try await answer(nil, context))
                        #expect(String(decoding: written, as: UTF8.self) == #"{"isOpen":true}"#)
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
            group.addTask {
                await Task.yield()
                gate.open()
            }
        }
    }
}
