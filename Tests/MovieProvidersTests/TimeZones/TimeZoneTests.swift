import MovieDomain
import Platform
import Testing

@testable import MovieProviders

@Suite("Time zones from the system's files")
struct TimeZoneTests {
    /// A version 2 file with one transition at `moment`, from `before` to `after` seconds ahead of UTC.
    private func zoneFile(before: Int, after: Int, at moment: Int) -> [UInt8] {
        func number(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let magic = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let emptyCounts = [0, 0, 0, 0, 1, 1].flatMap { number($0, bytes: 4) }
        let emptyBody = number(0, bytes: 4) + [0, 0] + [0]
        let counts = [0, 0, 0, 1, 2, 4].flatMap { number($0, bytes: 4) }
        let types = number(before, bytes: 4) + [0, 0] + number(after, bytes: 4) + [0, 0]
        return magic + emptyCounts + emptyBody + magic + counts
            + number(moment, bytes: 8) + [1] + types + Array("KST\0".utf8)
    }

    @Test("A transition holds from its second on")
    func transition() throws {
        let zone = try #require(TimeZoneFile(zoneFile(before: -18_000, after: 32_400, at: 1_000)))
        #expect(zone.offset(at: 999) == -18_000)
        #expect(zone.offset(at: 1_000) == 32_400)
    }

    @Test("After the last transition the rule of the last line holds")
    func footer() throws {
        let bytes = zoneFile(before: 0, after: 3_600, at: 1_000) + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
        let zone = try #require(TimeZoneFile(bytes))
        #expect(zone.offset(at: 999) == 0)
        let summer = try #require(Timestamp(parsing: "2026-07-01T00:00:00Z"))
        #expect(zone.offset(at: summer.secondsSinceEpoch) == 7_200)
        let broken = try #require(TimeZoneFile(zoneFile(before: 0, after: 3_600, at: 5) + Array("\nno rule\n".utf8)))
        #expect(broken.offset(at: summer.secondsSinceEpoch) == 3_600)
    }

    @Test("A file that breaks off at any byte is refused, not trusted")
    func truncated() {
        let whole = zoneFile(before: 0, after: 3_600, at: 5)
        for length in 0..<whole.count {
            #expect(TimeZoneFile(Array(whole[..<length])) == nil, "\(length) bytes")
        }
        #expect(TimeZoneFile(whole) != nil)
    }

    @Test("Korea is nine hours ahead, with and without the system's files")
    func seoul() {
        let moment = Timestamp(secondsSinceEpoch: 1_763_600_000)
        for files in [FileSystem.local, .inMemory([:])] {
            let zones = SystemTimeZoneDatabase(files: files)
            #expect(zones.utcOffsetSeconds(of: "Asia/Seoul", at: moment) == 32_400)
        }
    }

    @Test("An unknown zone, and one that leads out of the folder, is not known")
    func unknown() {
        let zones = SystemTimeZoneDatabase(files: .local)
        for name in ["Asia/Nowhere", "../../etc/passwd", "/etc/localtime", ""] {
            #expect(zones.utcOffsetSeconds(of: name, at: Timestamp(secondsSinceEpoch: 0)) == nil, "\(name)")
        }
    }
}
