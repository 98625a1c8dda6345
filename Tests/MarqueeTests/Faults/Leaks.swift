import MarqueeTestKit
import Testing

/// The search for secrets in what has left the process.
enum Leaks {
    /// The secrets as they may be written: plain, percent-encoded, as forms write them, and inside of JSON.
    private static let spellings = [
        FaultScene.key, FaultScene.token, "quer1key%2F%2B0123456789", "quer1key/%2B0123456789",
        #"quer1key\/+0123456789"#,
        "quer1key%2F+0123456789", "quer1key", "head1token",
    ]

    static func expectNone(in bytes: [UInt8], _ place: String) {
        for spelling in spellings {
            let isHeld = holds(bytes, Array(spelling.utf8))
            #expect(!isHeld, "E: \(place) holds a secret as \(spelling)")
        }
    }

    /// Looks into every file of a folder that there is, whatever it is called.
    static func expectNone(inFolder folder: String) async throws {
        guard ProjectFiles.isReadable(folder) else { return }
        let plan = ProcessPlan("/bin/sh", ["-c", #"find "$0" -type f -exec cat {} +"#, folder])
        let outcome = try await ProcessOutcome.of(plan)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        expectNone(in: outcome.output, "a file in \(folder)")
    }

    static func holds(_ bytes: [UInt8], _ text: [UInt8]) -> Bool {
        guard bytes.count >= text.count else { return false }
        return bytes.indices.dropLast(text.count - 1).contains { start in
            bytes[start] == text[0] && bytes[start..<(start + text.count)].elementsEqual(text)
        }
    }
}
