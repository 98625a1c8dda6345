import Platform
import Testing

@testable import marquee

@Suite("When an edited file is read")
struct SettlingTests {
    @Test("A moment after it was written, later while somebody writes on, and in the end in any case")
    func pauses() {
        var settling = Settling()
        #expect(settling.due == nil)
        settling.note(.written, at: .seconds(1))
        #expect(settling.due == .milliseconds(1_050))
        let early = settling.isDue(at: .milliseconds(1_049))
        #expect(!early)
        settling.note(.writing, at: .milliseconds(1_040))
        #expect(settling.due == .milliseconds(1_540))
        settling.note(.written, at: .milliseconds(1_100))
        #expect(settling.due == .milliseconds(1_150))
        for step in 12...40 { settling.note(.writing, at: .milliseconds(step * 100)) }
        #expect(settling.due == .seconds(3))
        let (then, later) = (settling.isDue(at: .seconds(3)), settling.isDue(at: .seconds(9)))
        #expect(then && !later)
        #expect(settling.due == nil)
    }

    @Test("What made no sense is looked at once more, unless it is being written again")
    func secondLook() {
        var settling = Settling()
        settling.note(.written, at: .zero)
        let isDue = settling.isDue(at: .seconds(1))
        #expect(isDue)
        settling.madeNoSense(at: .seconds(1))
        #expect(settling.isSecondLook)
        #expect(settling.due == .milliseconds(1_250))
        settling.note(.written, at: .milliseconds(1_100))
        #expect(!settling.isSecondLook)
        #expect(settling.due == .milliseconds(1_150))
    }
}
