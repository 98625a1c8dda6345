import Platform
import Testing

@testable import MarqueeApp

@Suite("Timing of reads after file changes")
struct FileChangeDebouncerTests {
    @Test("A file is due shortly after a write, later during further writes, and after 2 s in any case")
    func pauses() {
        var debouncer = FileChangeDebouncer()
        #expect(debouncer.due == nil)
        debouncer.note(.written, at: .seconds(1))
        #expect(debouncer.due == .milliseconds(1_050))
        let early = debouncer.isDue(at: .milliseconds(1_049))
        #expect(!early)
        debouncer.note(.writing, at: .milliseconds(1_040))
        #expect(debouncer.due == .milliseconds(1_540))
        debouncer.note(.written, at: .milliseconds(1_100))
        #expect(debouncer.due == .milliseconds(1_150))
        for step in 12...40 { debouncer.note(.writing, at: .milliseconds(step * 100)) }
        #expect(debouncer.due == .seconds(3))
        let (then, later) = (debouncer.isDue(at: .seconds(3)), debouncer.isDue(at: .seconds(9)))
        #expect(then && !later)
        #expect(debouncer.due == nil)
    }

    @Test("An invalid file is read a second time, unless it has been written again")
    func secondLook() {
        var debouncer = FileChangeDebouncer()
        debouncer.note(.written, at: .zero)
        let isDue = debouncer.isDue(at: .seconds(1))
        #expect(isDue)
        debouncer.lookAgain(at: .seconds(1))
        #expect(debouncer.isSecondLook)
        #expect(debouncer.due == .milliseconds(1_250))
        debouncer.note(.written, at: .milliseconds(1_100))
        #expect(!debouncer.isSecondLook)
        #expect(debouncer.due == .milliseconds(1_150))
    }
}
