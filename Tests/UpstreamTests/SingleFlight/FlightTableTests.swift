import Testing

@testable import Upstream

@Suite("Who waits for which question")
struct FlightTableTests {
    private typealias Table = FlightTable<String, String, String>

    private func words(_ joining: Table.Joining) -> String {
        switch joining {
        case .first(let flight): "first \(flight)"
        case .joined: "joined"
        case .left: "left"
        }
    }

    @Test("equal questions are one; all who wait are told")
    func landing() {
        var table = Table()
        let tickets = (0..<4).map { _ in table.drawTicket() }
        #expect(words(table.join("a", ticket: tickets[0], "A")) == "first \(tickets[0])")
        #expect(words(table.join("a", ticket: tickets[1], "B")) == "joined")
        #expect(words(table.join("b", ticket: tickets[2], "C")) == "first \(tickets[2])")
        #expect(table.attach("task a", to: tickets[0], "a") == nil)
        #expect(table.count == 2)
        #expect(table.land(tickets[0], "a").sorted() == ["A", "B"])
        // Nothing is kept: the next one asks anew.
        #expect(words(table.join("a", ticket: tickets[3], "D")) == "first \(tickets[3])")
        #expect(table.land(tickets[0], "a") == [])
        #expect(table.leave("a", ticket: tickets[0], finishingBehind: false) == (nil, nil))
    }

    @Test("one leaves alone, the last one takes the question along")
    func leaving() {
        var table = Table()
        let tickets = (0..<3).map { _ in table.drawTicket() }
        _ = table.join("a", ticket: tickets[0], "A")
        _ = table.join("a", ticket: tickets[1], "B")
        _ = table.attach("task", to: tickets[0], "a")
        #expect(table.leave("a", ticket: tickets[0], finishingBehind: false) == ("A", nil))
        #expect(table.leave("a", ticket: tickets[1], finishingBehind: false) == ("B", "task"))
        #expect(table.count == 0)
        #expect(table.land(tickets[0], "a") == [])
        #expect(words(table.join("a", ticket: tickets[2], "C")) == "first \(tickets[2])")
    }

    @Test("a question whose time is up is finished behind, and may be joined again")
    func finishingBehind() {
        var table = Table()
        let tickets = (0..<2).map { _ in table.drawTicket() }
        _ = table.join("a", ticket: tickets[0], "A")
        _ = table.attach("task", to: tickets[0], "a")
        #expect(table.leave("a", ticket: tickets[0], finishingBehind: true) == ("A", nil))
        #expect(table.count == 1)
        #expect(words(table.join("a", ticket: tickets[1], "B")) == "joined")
        #expect(table.land(tickets[0], "a") == ["B"])
    }

    @Test("leaving before having joined, and before the question has started")
    func early() {
        var table = Table()
        let tickets = (0..<2).map { _ in table.drawTicket() }
        #expect(table.leave("a", ticket: tickets[0], finishingBehind: false) == (nil, nil))
        #expect(words(table.join("a", ticket: tickets[0], "A")) == "left")
        _ = table.join("a", ticket: tickets[1], "B")
        #expect(table.leave("a", ticket: tickets[1], finishingBehind: false) == ("B", nil))
        #expect(table.attach("task", to: tickets[1], "a") == "task")
    }
}
