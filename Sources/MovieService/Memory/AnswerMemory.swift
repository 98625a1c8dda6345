/// Answers that still hold, by their questions; when there are too many, those that nobody has asked for longest go.
///
/// A value without a clock: whoever asks says what time it is, and which generation of the sources is in force.
struct AnswerMemory: Sendable {
    private struct Entry {
        var answer: KeptAnswer
        let cost: Int
        var lastUse: UInt64
    }

    /// How many bytes it may hold, and how many answers.
    struct Limits: Sendable {
        var bytes = 16 << 20
        /// Few enough to look through all of them for the oldest, which happens at most once for each call to sources.
        var answers = 1_024
        /// Longer parameters are not those of a question that comes again.
        var keyBytes = 4_096
    }

    private let limits: Limits
    private var entries: [AnswerKey: Entry] = [:]
    private var generation = 0
    private var useCount: UInt64 = 0
    /// What the kept answers and their keys take, about.
    private(set) var byteCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// How many answers are kept.
    var count: Int { entries.count }

    /// The answer to a question that was asked before, as it reads now.
    mutating func answer(to key: AnswerKey, of generation: Int, at now: Duration?) -> [UInt8]? {
        guard key.params.count <= limits.keyBytes, enter(generation), let place = entries.index(forKey: key) else {
            return nil
        }
        guard entries.values[place].answer.isFresh(at: now) else {
            remove(at: place)
            return nil
        }
        useCount += 1
        entries.values[place].lastUse = useCount
        return entries.values[place].answer.bytes(at: now)
    }

    /// Keeps an answer, unless it does not hold any more, belongs to sources that are gone, or is too large.
    mutating func keep(_ answer: KeptAnswer, for key: AnswerKey, of generation: Int, at now: Duration?) {
        let cost = answer.cost + key.params.count + MemoryLayout<(AnswerKey, Entry)>.stride
        guard key.params.count <= limits.keyBytes, cost <= limits.bytes, answer.isFresh(at: now) else { return }
        guard enter(generation) else { return }
        if let place = entries.index(forKey: key) { remove(at: place) }
        while entries.count >= limits.answers || byteCount + cost > limits.bytes, let oldest { remove(at: oldest) }
        useCount += 1
        entries[key.owned] = Entry(answer: answer, cost: cost, lastUse: useCount)
        byteCount += cost
    }

    /// Forgets everything.
    mutating func removeAll() {
        entries = [:]
        byteCount = 0
    }

    /// Forgets what other sources have said; false where the question itself belongs to sources that are gone.
    private mutating func enter(_ generation: Int) -> Bool {
        if generation > self.generation {
            removeAll()
            self.generation = generation
        }
        return generation == self.generation
    }

    private var oldest: Dictionary<AnswerKey, Entry>.Index? {
        entries.indices.min { entries.values[$0].lastUse < entries.values[$1].lastUse }
    }

    private mutating func remove(at place: Dictionary<AnswerKey, Entry>.Index) {
        byteCount -= entries.remove(at: place).value.cost
    }
}
