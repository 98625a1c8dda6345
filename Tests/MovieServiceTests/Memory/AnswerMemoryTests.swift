import JSON
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieService

@Suite("The memory of answers, as a value")
struct AnswerMemoryTests {
    private func key(_ text: String, method: String = "movies/search") -> AnswerKey {
        AnswerKey(method: method, params: ArraySlice(text.utf8))
    }

    /// An answer that says `text` about one source, whose words hold for `seconds`.
    private func kept(_ text: String, for seconds: Int? = 60, askedAt: Duration? = .zero) -> KeptAnswer? {
        let freshness = Freshness(fromCache: false, freshSeconds: seconds)
        let report = SourceReport(provider: "one", items: 1, freshness: freshness, after: .milliseconds(7))
        return KeptAnswer(EncodedAnswer(sourced: Told(text: text, sources: [report])), askedAt: askedAt)
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test("An answer comes back with its age, took no time, and is from a cache")
    func age() throws {
        var memory = AnswerMemory()
        memory.keep(try #require(kept("a", askedAt: .seconds(10))), for: key("{}"), of: 0, at: .seconds(11))
        let cases: [(Duration, Int)] = [
            (.seconds(11), 1), (.milliseconds(11_999), 1), (.seconds(12), 2), (.seconds(69), 59), (.seconds(12), 2),
        ]
        for (now, age) in cases {
            #expect(
                text(memory.answer(to: key("{}"), of: 0, at: now)) == """
                    {"text":"a","sources":[{"provider":"one","status":"ok","items":1,"fromCache":true,\
                    "ageSeconds":\(age),"durationMs":0}]}
                    """
            )
        }
    }

    @Test("What came from a cache of its own gets older from there, and who was not asked stays as he is")
    func olderAge() throws {
        let old = Freshness(fromCache: true, ageSeconds: 40, freshSeconds: 20)
        let asked = SourceReport(provider: "one", items: 0, freshness: old, after: .zero)
        let failure = SourceFailure(.disabled, provider: "two", message: "no key")
        let idle = SourceReport(failure, provider: "two", after: nil)
        let answer = EncodedAnswer(sourced: Told(text: "a", sources: [asked, idle]))
        var kept = try #require(KeptAnswer(answer, askedAt: .zero))
        #expect(
            text(kept.bytes(at: .seconds(5))) == """
                {"text":"a","sources":[{"provider":"one","status":"empty","items":0,"fromCache":true,\
                "ageSeconds":45,"durationMs":0},{"provider":"two","status":"disabled","reason":"no key"}]}
                """
        )
        #expect(kept.isFresh(at: .milliseconds(19_999)))
        #expect(!kept.isFresh(at: .seconds(20)))
    }

    @Test("Where time stands still an answer is told as it was, and holds for ever")
    func standing() throws {
        var memory = AnswerMemory()
        memory.keep(try #require(kept("a", for: 1, askedAt: nil)), for: key("{}"), of: 0, at: nil)
        for _ in 0..<2 {
            #expect(
                text(memory.answer(to: key("{}"), of: 0, at: nil)) == """
                    {"text":"a","sources":[{"provider":"one","status":"ok","items":1,"fromCache":false,"durationMs":0}]}
                    """
            )
        }
    }

    @Test("Only the same method with the same bytes is the same question")
    func keys() throws {
        var memory = AnswerMemory()
        memory.keep(try #require(kept("a")), for: key("[1] "), of: 0, at: .zero)
        for other in [key("[1]"), key("[1]  "), key("[2] "), key("[1] ", method: "movies/list"), key("")] {
            #expect(memory.answer(to: other, of: 0, at: .zero) == nil)
        }
        // A slice of a longer message is the same key as a text of its own.
        let message = Array(#"{"params":[1] }"#.utf8)
        #expect(
            memory.answer(to: AnswerKey(method: "movies/search", params: message[10..<14]), of: 0, at: .zero) != nil
        )
    }

    @Test("An answer that does not hold is not kept, and one that held is dropped", arguments: [nil, 0, -1, 60])
    func holding(seconds: Int?) throws {
        var memory = AnswerMemory()
        let answer = kept("a", for: seconds)
        #expect((answer != nil) == (seconds == 60))
        guard let answer else { return }
        memory.keep(answer, for: key("{}"), of: 0, at: .seconds(60))
        #expect(memory.count == 0)
        memory.keep(answer, for: key("{}"), of: 0, at: .seconds(59))
        #expect(memory.answer(to: key("{}"), of: 0, at: .seconds(60)) == nil)
        #expect(memory.count == 0)
        #expect(memory.byteCount == 0)
    }

    @Test("Other sources make all answers void, and answers of sources that are gone are not kept")
    func generations() throws {
        var memory = AnswerMemory()
        let answer = try #require(kept("a"))
        memory.keep(answer, for: key("1"), of: 0, at: .zero)
        #expect(memory.answer(to: key("1"), of: 1, at: .zero) == nil)
        #expect(memory.byteCount == 0)
        memory.keep(answer, for: key("1"), of: 0, at: .zero)
        #expect(memory.count == 0)
        memory.keep(answer, for: key("1"), of: 1, at: .zero)
        #expect(memory.answer(to: key("1"), of: 0, at: .zero) == nil)
        #expect(memory.answer(to: key("1"), of: 1, at: .zero) != nil)
        memory.removeAll()
        #expect(memory.answer(to: key("1"), of: 1, at: .zero) == nil)
    }

    @Test("The one that was not used for longest goes first")
    func order() throws {
        var memory = AnswerMemory(limits: AnswerMemory.Limits(bytes: 1 << 20, answers: 2))
        for name in ["1", "2"] { memory.keep(try #require(kept(name)), for: key(name), of: 0, at: .zero) }
        #expect(memory.answer(to: key("1"), of: 0, at: .zero) != nil)
        memory.keep(try #require(kept("3")), for: key("3"), of: 0, at: .zero)
        #expect(["1", "2", "3"].map { memory.answer(to: key($0), of: 0, at: .zero) != nil } == [true, false, true])
    }

    @Test("An answer or a question that is too large is not kept")
    func tooLarge() throws {
        var memory = AnswerMemory(limits: AnswerMemory.Limits(bytes: 2_000, answers: 9, keyBytes: 10))
        memory.keep(try #require(kept("small")), for: key("1"), of: 0, at: .zero)
        memory.keep(try #require(kept(String(repeating: "x", count: 2_000))), for: key("2"), of: 0, at: .zero)
        memory.keep(try #require(kept("small")), for: key("eleven byte"), of: 0, at: .zero)
        #expect(memory.count == 1)
        #expect(memory.answer(to: key("1"), of: 0, at: .zero) != nil)
    }

    @Test(
        "Whatever is kept, the bounds hold, and what is found is what was kept last",
        arguments: [1, 2, 3] as [UInt64]
    )
    func bounds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var memory = AnswerMemory(limits: AnswerMemory.Limits(bytes: 20_000, answers: 12))
        var model: [String: (text: String, until: Int)] = [:]
        var now = 0
        for step in 0..<2_000 {
            now += Int.random(in: 0...1, using: &random)
            let name = String(Int.random(in: 0..<30, using: &random))
            if Bool.random(using: &random) {
                let words = "\(step)" + String(repeating: "y", count: Int.random(in: 0..<3_000, using: &random))
                let seconds = Int.random(in: 1...40, using: &random)
                let answer = try #require(kept(words, for: seconds, askedAt: .seconds(now)))
                memory.keep(answer, for: key(name), of: 0, at: .seconds(now))
                model[name] = (words, now + seconds)
            } else if let found = text(memory.answer(to: key(name), of: 0, at: .seconds(now))) {
                let expected = try #require(model[name])
                #expect(found.hasPrefix(#"{"text":"\#(expected.text)","sources":"#))
                #expect(now < expected.until)
            }
            #expect(memory.count <= 12)
            #expect((0...20_000).contains(memory.byteCount))
        }
    }

    /// The smallest result that has sources.
    private struct Told: SourcedResult {
        var text: String
        var sources: [SourceReport]

        func encodeMembers(to writer: inout JSONWriter) {
            writer.member("text", text)
        }
    }
}
