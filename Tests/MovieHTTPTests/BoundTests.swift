import HTTPModel
import Testing

@testable import MovieHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("U34: bounds of threads and of kept connections")
struct BoundTests {
    @Test("U34: the first names have a thread each, the later ones share some, addresses have one")
    func lanes() {
        var lanes = NameLanes()
        let first = (0..<12).map { lanes.lane(of: "host\($0).example") }
        #expect(first == Array(1...12))
        let later = (12..<10_000).map { lanes.lane(of: "host\($0).example") }
        #expect(Set(later) == Set(13...16))
        #expect((12..<10_000).map { lanes.lane(of: "host\($0).example") } == later)
        #expect((0..<12).map { lanes.lane(of: "host\($0).example") } == first)
        #expect(lanes.lane(of: "127.0.0.1") == 0)
        #expect(lanes.lane(of: "[::1]") == 0)
    }

    @Test("U34: connections are kept to 64 origins at a time; a place is free when it was not used for a while")
    func keptOrigins() {
        var kept = KeptOrigins(idleTimeout: .seconds(30))
        let start = ContinuousClock.now
        func keeps(_ number: Int, _ second: Int) -> Bool {
            kept.keeps(HTTPOrigin(scheme: .https, host: "host\(number).example"), at: start + .seconds(second))
        }
        #expect((0..<64).allSatisfy { keeps($0, 0) })
        #expect((64..<10_000).allSatisfy { !keeps($0, 1) })
        #expect(keeps(0, 20))
        #expect(!keeps(64, 29))
        #expect(keeps(64, 30))
        #expect(keeps(0, 31))
        #expect((65..<127).allSatisfy { keeps($0, 31) })
        #expect(!keeps(127, 31))
    }

    @Test("whether descriptors are free is found out by taking them", arguments: [(0, true), (3, true), (4, false)])
    func descriptors(count: Int, areFree: Bool) {
        var left = 3
        let found = FreeDescriptors.exist(count) {
            left -= 1
            if left >= 0 { return dup(STDERR_FILENO) }
            errno = EMFILE
            return -1
        }
        #expect(found == areFree)
        #expect(FreeDescriptors.exist(3))
    }
}
