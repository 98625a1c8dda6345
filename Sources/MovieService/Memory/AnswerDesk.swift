import JSON
import JSONRPC
import MovieDomain
import Synchronization

/// Answers questions that were asked before, and keeps the answers of those that were not.
final class AnswerDesk: Sendable {
    /// A question on its way to the sources.
    struct Question: Sendable {
        fileprivate let key: AnswerKey
        fileprivate let generation: Int
        fileprivate let askedAt: Duration?
    }

    /// Counts what makes earlier answers void.
    private let generation: @Sendable () -> Int
    private let clock: AnswerClock
    private let memory: Mutex<AnswerMemory>

    init(
        generation: @escaping @Sendable () -> Int,
        clock: AnswerClock,
        limits: AnswerMemory.Limits = AnswerMemory.Limits()
    ) {
        self.generation = generation
        self.clock = clock
        memory = Mutex(AnswerMemory(limits: limits))
    }

    /// The answer to a call that has one which still holds.
    func answer(to call: RPCCall) -> [UInt8]? {
        let (generation, now) = (generation(), clock.elapsed())
        let key = AnswerKey(call)
        return memory.withLock { $0.answer(to: key, of: generation, at: now) }
    }

    /// The question of a call, to be taken before any source is asked; `nil` where its answer is not to be kept.
    func question(_ call: RPCCall, keeping: AnswerKeeping) -> Question? {
        guard keeping.allows(call.params) else { return nil }
        return Question(key: AnswerKey(call), generation: generation(), askedAt: clock.elapsed())
    }

    /// Keeps an answer for as long as its sources say that it holds.
    func keep(_ answer: EncodedAnswer, to question: Question) {
        guard let kept = KeptAnswer(answer, askedAt: question.askedAt) else { return }
        let now = clock.elapsed()
        memory.withLock { $0.keep(kept, for: question.key, of: question.generation, at: now) }
    }

    /// Forgets all answers: what they are made of has changed.
    func removeAll() {
        memory.withLock { $0.removeAll() }
    }
}

extension AnswerKey {
    /// What a call is found by.
    fileprivate init(_ call: RPCCall) {
        self.init(method: call.method, params: call.params?.text ?? [])
    }
}
