import JSON
import MarqueeTestKit
import Testing

/// The built program while it speaks MCP.
///
/// Each of its messages is read here and validated against the schema of its revision.
final class ProtocolSession {
    let process: RunningProcess
    private let talk: ProtocolTalk
    /// The method and the revision of each request, by the text of its id.
    private var asked: [String: (method: String, talk: ProtocolTalk)] = [:]

    private init(_ talk: ProtocolTalk, _ process: RunningProcess) {
        self.talk = talk
        self.process = process
    }

    /// Starts the program and ends it after `body`.
    static func with<Result: Sendable>(
        _ talk: ProtocolTalk,
        arguments: [String] = ["--demo"],
        environment: [String: String] = [:],
        _ body: (ProtocolSession) async throws -> Result
    ) async throws -> Result {
        try await ProjectFiles.withTemporaryFolder { folder in
            let home = environment.isEmpty ? ["HOME": folder, "PATH": "/usr/bin:/bin"] : environment
            return try await RunningProcess.withProcess(try Program.plan(arguments, environment: home)) { process in
                try await body(ProtocolSession(talk, process))
            }
        }
    }

    /// Sends lines of this session's revision, or of another one.
    func send(_ lines: [String], in other: ProtocolTalk? = nil) {
        for (id, method) in ProtocolTalk.methods(of: lines) { asked[id] = (method, other ?? talk) }
        process.write(lines.map { $0 + "\n" }.joined())
    }

    func send(_ lines: String...) { send(lines) }

    /// Sends the revision's handshake and reads the answer; does nothing for a stateless revision.
    func shakeHands() async throws {
        send(talk.handshake)
        if !talk.handshake.isEmpty { _ = try await next() }
    }

    func next() async throws -> JSONElement {
        checked(try await process.readJSON())
    }

    /// Closes the input and returns the remaining messages; expects that the program exits with 0.
    func rest() async throws -> [JSONElement] {
        process.closeInput()
        let rest = try await process.readToEnd()
        let messages = try rest.split(separator: UInt8(ascii: "\n")).map { checked(try JSONDocument(Array($0)).root) }
        try await process.expectExit(.exited(0))
        return messages
    }

    private func checked(_ message: JSONElement) -> JSONElement {
        for part in message.kind == .array ? Array(message.elements) : [message] {
            let (method, talk) = part["id"].flatMap { asked[$0.textString] } ?? ("", talk)
            let problems = talk.problems(of: part, answering: method)
            #expect(problems.isEmpty, "\(problems.prefix(3)) in \(part.textString.prefix(600))")
        }
        return message
    }
}
