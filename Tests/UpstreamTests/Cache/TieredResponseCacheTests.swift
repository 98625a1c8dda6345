import Testing

@testable import Upstream

@Suite("Response memory")
struct ResponseMemoryTests {
    private func key(_ name: String, of source: String = "films") -> ResponseKey {
        ResponseKey(source: source, identity: name)
    }

    private func answer(_ size: Int) -> CachedResponse {
        CachedResponse(status: 200, body: [UInt8](repeating: 1, count: size), storedAt: 0, freshFor: 0)
    }

    private func held(_ memory: ResponseMemory, _ names: String) -> String {
        var memory = memory
        return names.map(String.init).filter { memory.response(for: key($0)) != nil }.joined()
    }

    @Test("The least recently used response is evicted first")
    func order() {
        var memory = ResponseMemory(maximumBytes: 1 << 20, maximumAnswers: 3)
        for name in ["a", "b", "c"] { memory.keep(answer(1), for: key(name)) }
        #expect(memory.response(for: key("a")) == answer(1))
        memory.keep(answer(1), for: key("d"))
        #expect(held(memory, "abcd") == "acd")
        memory.keep(answer(2), for: key("c"))
        memory.keep(answer(1), for: key("e"))
        #expect(held(memory, "abcde") == "cde")
        #expect(memory.response(for: key("c")) == answer(2))
        memory.remove(key("d"))
        memory.keep(answer(1), for: key("f"))
        #expect(held(memory, "abcdef") == "cef")
        #expect(memory.count == 3)
    }

    @Test("Evicted and removed responses free their bytes, and a large response isn't cached")
    func bytes() {
        var memory = ResponseMemory(maximumBytes: 10_000, maximumAnswers: 100)
        memory.keep(answer(2_501), for: key("large"))
        #expect(memory.count == 0)
        #expect(memory.bytes == 0)
        for name in "abcdef" { memory.keep(answer(2_000), for: key(String(name))) }
        #expect(held(memory, "abcdef") == "cdef")
        #expect(memory.bytes == 4 * (2_000 + 1 + 256))
        memory.keep(answer(9_000), for: key("c"))
        #expect(held(memory, "cdef") == "def")
        for name in "def" { memory.remove(key(String(name))) }
        #expect(memory.bytes == 0)
    }

    @Test("The responses of one source are removed together")
    func sources() {
        var memory = ResponseMemory()
        for name in "abc" { memory.keep(answer(1), for: key(String(name))) }
        memory.keep(answer(7), for: key("a", of: "books"))
        let sizes = ["films": StoredSize(answers: 3, bytes: 3), "books": StoredSize(answers: 1, bytes: 7)]
        #expect(memory.sizes == sizes)
        #expect(Set(memory.removeAll(of: "films").map(\.identity)) == ["a", "b", "c"])
        #expect(memory.count == 1)
        memory.keep(answer(1), for: key("z"))
        #expect(memory.removeAll(of: nil).count == 2)
        #expect(memory.bytes == 0)
    }

    @Test("The memory agrees with a linear model after each of 3,000 random steps")
    func model() {
        var memory = ResponseMemory(maximumBytes: 8_000, maximumAnswers: 9)
        var model: [(name: String, size: Int)] = []
        var random = SystemRandomNumberGenerator()
        for step in 0..<3_000 {
            let name = String(Int.random(in: 0..<16, using: &random))
            let size = Int.random(in: 1...1_200, using: &random)
            let place = model.firstIndex { $0.name == name }
            switch step % 3 {
            case 0:
                if let place { model.remove(at: place) }
                model.append((name, size))
                memory.keep(answer(size), for: key(name))
            case 1:
                #expect(memory.response(for: key(name))?.body.count == place.map { model[$0].size })
                if let place { model.append(model.remove(at: place)) }
            default:
                if step % 9 == 2, let place { model.remove(at: place) }
                if step % 9 == 2 { memory.remove(key(name)) }
            }
            func weight() -> Int { model.reduce(0) { $0 + $1.size + $1.name.utf8.count + 256 } }
            while weight() > 8_000 || model.count > 9 { model.removeFirst() }
            #expect(memory.bytes == weight())
            #expect(memory.count == model.count)
        }
    }
}
