import Platform
import Testing

@testable import MarqueeApp

@Suite("When an edited file is read, and where edits are looked for")
struct FileChangeDebouncerTests {
    @Test("A moment after it was written, later while it is still being written, and in the end in any case")
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

    @Test("What made no sense is looked at once more, unless it is being written again")
    func secondLook() {
        var debouncer = FileChangeDebouncer()
        debouncer.note(.written, at: .zero)
        let isDue = debouncer.isDue(at: .seconds(1))
        #expect(isDue)
        debouncer.madeNoSense(at: .seconds(1))
        #expect(debouncer.isSecondLook)
        #expect(debouncer.due == .milliseconds(1_250))
        debouncer.note(.written, at: .milliseconds(1_100))
        #expect(!debouncer.isSecondLook)
        #expect(debouncer.due == .milliseconds(1_150))
    }
}
