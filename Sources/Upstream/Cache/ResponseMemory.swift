/// The answers used last, within a number of bytes and of answers; what is added beyond drops what was used longest ago.
package struct ResponseMemory: Sendable {
    private struct Slot: Sendable {
        var key: ResponseKey
        var response: StoredResponse
        /// The slot used just before, and just after, this one.
        var older: Int?
        var newer: Int?
    }

    private let maximumBytes: Int
    private let maximumAnswers: Int
    private var slots: [Slot?] = []
    private var vacant: [Int] = []
    private var index: [ResponseKey: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    /// Of bodies, keys and headers, roughly.
    package private(set) var bytes = 0

    package init(maximumBytes: Int = 16 << 20, maximumAnswers: Int = 1_024) {
        self.maximumBytes = maximumBytes
        self.maximumAnswers = maximumAnswers
    }

    package var count: Int { index.count }

    /// The answers and the bytes of their bodies, by source.
    package var sizes: [String: StoredSize] {
        index.values.reduce(into: [:]) { sizes, place in
            guard let slot = slots[place] else { return }
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].answers += 1
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].bytes += slot.response.body.count
        }
    }

    /// The answer under `key`, which becomes the one used last.
    package mutating func response(for key: ResponseKey) -> StoredResponse? {
        guard let place = index[key] else { return nil }
        if place != newest {
            detach(place)
            attach(place)
        }
        return slots[place]?.response
    }

    /// Keeps an answer; one that takes more than a quarter of all bytes is not kept, for it would drive out the rest.
    package mutating func keep(_ response: StoredResponse, for key: ResponseKey) {
        remove(key)
        let weight = ResponseMemory.weight(response, key)
        guard weight <= maximumBytes / 4, maximumAnswers > 0 else { return }
        let place = vacant.popLast() ?? slots.count
        let slot = Slot(key: key, response: response)
        if place == slots.count { slots.append(slot) } else { slots[place] = slot }
        index[key] = place
        bytes += weight
        attach(place)
        while bytes > maximumBytes || index.count > maximumAnswers, let oldest, let slot = slots[oldest] {
            remove(slot.key)
        }
    }

    /// Drops the answer under `key`, if there is one.
    package mutating func remove(_ key: ResponseKey) {
        guard let place = index.removeValue(forKey: key), let slot = slots[place] else { return }
        detach(place)
        bytes -= ResponseMemory.weight(slot.response, key)
        slots[place] = nil
        vacant.append(place)
    }

    /// Drops what is kept of one source, or of all where it is `nil`; gives the keys that were dropped.
    @discardableResult
    package mutating func removeAll(of source: String?) -> [ResponseKey] {
        let keys = index.keys.filter { source == nil || $0.source == source }
        for key in keys { remove(key) }
        return keys
    }

    private static func weight(_ response: StoredResponse, _ key: ResponseKey) -> Int {
        response.headers.fields.reduce(response.body.count + key.identity.utf8.count + 256) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count
        }
    }

    private mutating func attach(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = nil
        if let newest { slots[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    private mutating func detach(_ place: Int) {
        let (older, newer) = (slots[place]?.older, slots[place]?.newer)
        if let older { slots[older]?.newer = newer } else { oldest = newer }
        if let newer { slots[newer]?.older = older } else { newest = older }
    }
}
